"""The woodcuts of Rolimã as SVG: digits, signs, carts, hill cards. Classes say how a shape is inked; `drawings` turns
them into attributes for the sprite.
"""

DIGITS = (
    "M18 5C9 5 6 13 6 28S9 51 18 51 30 43 30 28 27 5 18 5Z",
    "M6 15 19 7V53M7 51H31",
    "M6.5 18C6.5 9 11 5 18 5s11.5 4 11.5 11C29.5 25 22 31 9 50H32",
    "M5 6.5H27L16 22.5C25 22 30 28 30 36.5 30 46 25 51 18 51 11 51 7 47 6 40",
    "M23 54V6L6 38.5H34",
    ("M30 6.5H11L8.5 26.5C11 23 14 21.5 18 21.5 26 21.5 30 27 30 36 30 46 25 51 17.5 51 11 51 7 48 6 42"),
    "M26 5C13 12 6 24 6 37 6 46 11 51 18 51S30 46 30 37.5 25 24 18 24C12 24 8 27 6.5 33",
    "M4 6.5H29L15 54",
    (
        "M18 5C11 5 8 9 8 15S13 25 18 26.5C24 28 30 31 30 39S25 51 18 51 6 47 6 39 12 28 18 26.5C23 25"
        " 28 22 28 15S25 5 18 5Z"
    ),
    "M10 51C23 44 30 32 30 19 30 10 25 5 18 5S6 10 6 18.5 11 32 18 32C24 32 28 29 29.5 23",
)  #: a stroke each in a box of 36 by 56

SIGNS = (
    (
        '<path class="k" d="M8.5 7.5C13 4.5 19 7 19 12.5 19 19 11.5 23 3.5 21.5 9 19.5 11 16.5 10.6 13'
        ' 10.3 10.5 8.8 9.7 8.5 7.5Z"/><path class="sk w3" d="M13 7C13 4.5 14.5 2.8 17 2.2"/>'
    ),
    '<path class="k" d="M14.5 1 4 13.8h6.300L8.3 23 20 9.200h-6.5Z"/>',
    (
        '<path class="k" d="M12 .8 20.5 9.5 12 18 3.5 9.5Z"/><path class="sp w1" d="M12 2V17M5 9.5H19"/>'
        '<path class="sk w2" d="M12 18c3.2 1.6-2 3.4 2 5.2"/>'
    ),
    '<path class="sk w4" d="M1.5 9.5q5.2-7 10.5 0t10.5 0M1.5 18q5.2-7 10.5 0t10.5 0"/>',
    (
        '<g class="k"><circle cx="7.3" cy="11" r="4.3"/><circle cx="16.7" cy="11" r="4.3"/><circle cx="12"'
        ' cy="18.3" r="4.3"/></g><path class="sk w2" d="M12 9C12 5 13 3 17 2"/>'
    ),
)  #: chilli, bolt, kite, waves, berries, in a box of 24 by 24

SKINS = ("#8c5a3a", "#5f3c28", "#c98f63", "#a76f48", "#734a30")  #: the drivers

BODIES = (
    (
        ('<path class="c o" d="M4 60 8 37 30 37 60 43 97 55 97 60Z"/><path class="k" d="M66 47 97 55.5V60H62Z"/>'),
        (27, 49),
    ),
    ('<path class="c o" d="M3 60 10 44 2 34 24 38 62 38 58 46 96 46 90 60Z"/>', (38, 49)),
    (
        (
            '<path class="c o" d="M6 60V36H34L40 44H78L94 52V60Z"/><path class="sk w2" d="M10 36V6"/><path'
            ' class="p o2" d="M10 5 0 14 10 23 16 14Z"/>'
        ),
        (24, 48),
    ),
    (
        (
            '<path class="c o" d="M4 42C14 36 24 37 34 41 48 47 68 45 82 37 92 33 98 38 93 45 88 54 78 60 66'
            ' 60H14C8 60 4 54 4 42Z"/>'
        ),
        (28, 50),
    ),
    (
        (
            '<path class="c o" d="M7 40C7 37 9 36 12 36H86C90 36 92 39 91 43L87 56C86 59 84 60 81 60H17C14 60 12'
            ' 59 11 56Z"/><path class="sk w2" d="M8 43H91"/>'
        ),
        (34, 49),
    ),
)  #: the carts' side panels, nose to the right, and where their sign is

HILLS = {
    "pothole": (
        "cheer",
        (
            '<path class="k" d="M0 68H44L50 75 56 70 62 86H100L105 73 112 77 118 68H160V96H0Z"/><circle'
            ' class="metal o4" cx="81" cy="60" r="25"/><circle class="hp o3" cx="81" cy="60" r="13"/><circle'
            ' class="k" cx="81" cy="60" r="5"/><g class="k"><circle cx="81" cy="41" r="3"/><circle cx="62"'
            ' cy="60" r="3"/><circle cx="100" cy="60" r="3"/><circle cx="68" cy="46" r="3"/><circle cx="94"'
            ' cy="46" r="3"/><circle cx="68" cy="74" r="3"/><circle cx="94" cy="74" r="3"/></g><g class="k">'
            '<path d="M38 58 46 52 48 60Z"/><path d="M28 46 37 42 34 52Z"/><path d="M46 38 53 34 52 43Z"/></g>'
            '<path class="hps w2" d="M14 78 30 84M128 80 150 74M40 90 52 86M110 90 124 88"/><path class="sk w4"'
            ' d="M135 46V68"/><path class="p o3" d="M135 10 158 50H112Z"/><path class="sred w6" d="M135'
            ' 24V36M135 43V44"/>'
        ),
    ),
    "shortcut": (
        "move",
        (
            '<path class="sk w18" d="M8 14H116C154 14 154 50 116 50H44C8 50 8 84 44 84H152"/><path class="hps w2'
            ' dash" d="M8 14H116C154 14 154 50 116 50H44C8 50 8 84 44 84H152"/><path class="hps w12" d="M52 16'
            ' 98 74"/><path class="sred w6" d="M50 14 94 69"/><path class="red" d="M104 83 82 74 100 59Z"/>'
        ),
    ),
    "headwind": (
        "cheer",
        (
            '<path class="k" d="M92 62C84 50 92 38 104 38 104 20 128 12 138 26 154 22 164 40 156 50 164 64 148'
            ' 76 138 70 128 82 108 78 106 68 100 70 95 67 92 62Z"/><path class="hps w3" d="M112 44q5-6 10 0M132'
            ' 42q5-6 10 0"/><path class="hp" d="M104 60a6 7 0 1 0 12 0a6 7 0 1 0-12 0Z"/><path class="hps w2"'
            ' d="M128 62q8 4 14-2"/><path class="sk w4" d="M92 46H74C62 46 62 30 72 30 79 30 79 39 73 39M90'
            ' 58H22C8 58 8 75 20 75 28 75 28 66 21 66M96 71H50C40 71 40 86 50 86 57 86 57 79 51 79"/><path'
            ' class="sred w6" d="M12 25H24"/><use class="num red" href="#n4" x="29" y="8" width="23.1"'
            ' height="36"/>'
        ),
    ),
    "solo_voices": (
        "cheer",
        (
            '<path class="sred w4" d="M114 22 130 12M120 36 140 32M121 50H144M120 62 140 68M112 76 128 87"/>'
            '<path class="hp o3" d="M4 22 9 21 24 13V39L9 32 4 31Z"/><path class="sk w3" d="M2 10 28 42"/><path'
            ' class="hp o3" d="M4 66 9 65 24 57V83L9 76 4 75Z"/><path class="sk w3" d="M2 54 28 86"/><path'
            ' class="k" d="M44 40 64 38 106 10V88L64 60 44 58Z"/><path class="sk w6" d="M62 60 68 84H80L76 66"/>'
            '<path class="hps w2" d="M68 45 98 26M68 52 98 48M68 56 92 70"/>'
        ),
    ),
    "whispers": (
        "cheer",
        (
            '<path class="k" d="M0 96V14C14 2 44 4 52 22L53 36 62 48 55 52 57 58 52 61 54 67 49 71C49 80 42 82'
            ' 34 81V96Z"/><path class="hps w2" d="M6 20C14 12 34 10 44 22M6 30C16 20 30 20 36 26M40 38q5-3 9 0"/>'
            '<g class="red"><circle cx="68" cy="61" r="3"/><circle cx="79" cy="59" r="2.5"/><circle cx="89"'
            ' cy="57" r="2"/><circle cx="98" cy="56" r="1.6"/></g><path class="p o4" d="M112 84C104 70 104 58'
            ' 106 44 108 20 128 10 143 18 159 27 156 46 146 56 138 64 140 76 133 84 127 91 117 92 112 84Z"/>'
            '<path class="sk w4" d="M116 46C118 28 140 24 144 38 146 46 136 50 132 46M118 58C128 54 132 62 126'
            ' 72"/>'
        ),
    ),
    "slipstream": (
        "move",
        (
            '<path class="k" d="M0 86H160V96H0Z"/><path class="sred w4" d="M152 34C120 0 92 6 74 20 56 34 40 16'
            ' 6 30M158 48C150 40 146 36 142 33M64 42C50 42 36 30 10 44"/><use href="#cart-1" x="78" y="28"'
            ' width="78" height="60"/><use href="#cart-3" x="8" y="42" width="60" height="46"/>'
        ),
    ),
    "bumper": (
        "move",
        (
            '<path class="k" d="M0 86H160V96H0Z"/><path class="red" d="M78 22 83 40 98 30 92 48 108 52 93 59 100'
            ' 76 84 68 78 86 72 68 56 76 63 59 48 52 64 48 58 30 73 40Z"/><use href="#cart-4" x="92" y="36"'
            ' width="66" height="51"/><g transform="rotate(-16 36 80)"><use href="#cart-0" x="4" y="36"'
            ' width="66" height="51"/></g><path class="sk w4" d="M106 16C122 4 138 8 146 20"/><path class="k"'
            ' d="M154 28 151 12 138 21Z"/>'
        ),
    ),
    "hush": (
        "cheer",
        (
            '<path class="red o4" d="M30 54C44 40 58 30 70 30 75 30 78 34 80 34S85 30 90 30C102 30 116 40 130 54'
            ' 116 72 98 84 80 84S44 72 30 54Z"/><path class="sk w4" d="M30 54C52 50 64 56 80 56S108 50 130 54"/>'
            '<path class="p o4" d="M68 100V20C68 2 92 2 92 20V100Z"/><path class="sk w3" d="M73 22C73 10 87 10'
            ' 87 22M74 50H86M74 55H86M74 80H86"/><path class="sk w4" d="M14 24 24 30M8 42 20 44M146 24 136'
            ' 30M152 42 140 44"/>'
        ),
    ),
    "upside_down_draft": (
        "draft",
        (
            '<path class="k" d="M0 0H160V12H0Z"/><g transform="rotate(180 80 44)"><g><rect class="p o3" x="6"'
            ' y="26" width="40" height="52" rx="4"/><use class="num" href="#n1" x="13" y="33" width="24.4"'
            ' height="38"/></g><g><rect class="p o3" x="60" y="26" width="40" height="52" rx="4"/><use'
            ' class="num" href="#n4" x="67" y="33" width="24.4" height="38"/></g><g><rect class="p o3" x="114"'
            ' y="26" width="40" height="52" rx="4"/><use class="num" href="#n7" x="122" y="33" width="24.4"'
            ' height="38"/></g></g><path class="sred w6" d="M20 82H132"/><path class="red" d="M152 82 130'
            ' 71V93Z"/>'
        ),
    ),
    "blind_market": (
        "draft",
        (
            '<path class="o4" fill="#a76f48" d="M48 70V30C48 -6 112 -6 112 30V70Z"/><path class="k" d="M44 20C40'
            ' -12 120 -12 116 20 108 12 52 12 44 20Z"/><path class="red o3" d="M45 20H115V40H45Z"/><path'
            ' class="red o3" d="M114 26 140 12 134 30ZM114 32 144 40 128 52Z"/><path class="hps w2" d="M54'
            ' 30H70M90 30H106"/><path class="sk w3" d="M72 50q8 5 16 0"/><g><rect class="p o3" x="9" y="60"'
            ' width="42" height="50" rx="4"/><use class="num" href="#n7" x="20" y="66" width="19" height="30"/>'
            '</g><g><rect class="k hpo" x="59" y="60" width="42" height="50" rx="4"/><g class="hpb"><circle'
            ' class="ns" cx="80" cy="81" r="12"/><circle class="ns" cx="80" cy="81" r="5.0"/><circle cx="88.4"'
            ' cy="82.7" r="2.0"/><circle cx="84.7" cy="88.1" r="2.0"/><circle cx="78.3" cy="89.4" r="2.0"/>'
            '<circle cx="72.9" cy="85.7" r="2.0"/><circle cx="71.6" cy="79.3" r="2.0"/><circle cx="75.3"'
            ' cy="73.9" r="2.0"/><circle cx="81.7" cy="72.6" r="2.0"/><circle cx="87.1" cy="76.3" r="2.0"/></g>'
            '</g><g><rect class="k hpo" x="109" y="60" width="42" height="50" rx="4"/><g class="hpb"><circle'
            ' class="ns" cx="130" cy="81" r="12"/><circle class="ns" cx="130" cy="81" r="5.0"/><circle'
            ' cx="138.4" cy="82.7" r="2.0"/><circle cx="134.7" cy="88.1" r="2.0"/><circle cx="128.3" cy="89.4"'
            ' r="2.0"/><circle cx="122.9" cy="85.7" r="2.0"/><circle cx="121.6" cy="79.3" r="2.0"/><circle'
            ' cx="125.3" cy="73.9" r="2.0"/><circle cx="131.7" cy="72.6" r="2.0"/><circle cx="137.1" cy="76.3"'
            ' r="2.0"/></g></g>'
        ),
    ),
}  #: which step a hill card changes, and its picture in a box of 160 by 96

SCENERY = (
    (
        "M0 60V28H34V60M34 36 54 22 74 36V60M8 36h8v8H8zM22 36h6v8h-6zM50 44h9v16h-9zM88 60V34H126V60M96"
        " 42h8v7h-8zM112 42h8v7h-8zM126 38H150M150 60V24H172V60M156 32h5v6h-5zM156 44h5v6h-5zM190 60C190 44"
        " 196 32 204 24M204 24C196 18 188 20 184 26M204 24C206 14 216 12 222 16M204 24C214 22 222 28 222"
        " 36M204 24C196 26 192 32 192 38M240 60V40H262L276 30 290 40V60M246 46h8v7h-8z"
    ),
    (
        "M0 60V40L18 28 36 40V60M46 60V20H78V60M52 28h7v8h-7zM65 28h7v8h-7zM52 44h7v8h-7zM78 32C98 40 110 40"
        " 130 30M88 36v9h8v-8M106 38v8h7v-8M130 60V26H164V60M138 34h18M138 40h18M142 60V48h10v12M180"
        " 60V44H206L222 34 238 44V60M188 50h8v10h-8zM252 60C254 44 252 34 248 26M248 26C240 20 232 24 230"
        " 30M248 26C252 16 262 18 266 22M248 26C258 26 264 32 264 40"
    ),
    (
        "M8 60V34H52V60M8 34 30 18 52 34M22 60V44h14v16M66 60V30H94V60M72 38h6v7h-6zM82 38h6v7h-6zM110"
        " 60C108 46 112 36 118 28M118 28C110 22 102 26 100 32M118 28C122 18 132 20 136 24M118 28C128 28 132"
        " 34 132 42M150 60V22L162 10 174 22V60M158 60V46h8v14M162 10V2M158 6h8M174 36H206V60M184"
        " 42h8v8h-8zM222 60V40H256V60M228 46h8v6h-8zM242 46h8v6h-8z"
    ),
    (
        "M0 60V32H40V60M8 40h8v7H8zM24 40h8v7h-8zM54 60V38L72 26 90 38V60M66 60V46h12v14M90 44C104 50 116 50"
        " 130 42M100 47v8h7v-7M116 48v7h7v-8M130 60V28H160V60M136 34h7v7h-7zM147 34h7v7h-7zM136"
        " 46h7v7h-7zM176 60V42H204V60M184 48h10v12M220 60V30H250V60M226 38h18M226 44h18"
    ),
)  #: skylines behind the road, in a box of 300 by 60
