// Generated from test/independent-service/market.yaml by `npm run generate`; do not edit.

export const WORDS = {
  "en": "pump valve ledger harbour clinic orchard turbine forge copper saddle lantern quarry meadow anchor ferry granite cabin bakery kettle loom",
  "de": "Pumpe Ventil Hafen Klinik Obstgarten Turbine Schmiede Kupfer Sattel Laterne Steinbruch Wiese Anker Fähre Granit Hütte Bäckerei Kessel Webstuhl Straße",
  "pl": "pompa zawór księga przystań klinika sad turbina kuźnia miedź siodło latarnia łąka kotwica prom granit chata piekarnia czajnik krosno ulica",
  "ja": "工場 港湾 診療所 果樹園 銅 牧場 灯台 採石場 草原 錨 船 花崗岩 小屋 薬缶 織機 図書館 水道 電車 料理 教育"
} as const;

export const ROLES = {
  "en": "Clerk Fitter Nurse Baker Welder Auditor",
  "de": "Leiter Schlosser Pfleger Bäcker Prüfer",
  "pl": "Kierownik Monter Piekarz Spawacz",
  "ja": "技師 看護師 会計 料理人"
} as const;

export const PLACES = [
  [
    "Testland",
    "North",
    "Upton"
  ],
  [
    "Testland",
    "North",
    "Lowton"
  ],
  [
    "Testland",
    "South",
    "Midport"
  ],
  [
    "Testland",
    null,
    "Farpoint"
  ],
  [
    "Otherland",
    "Ost",
    "Hügelstadt"
  ],
  [
    "Otherland",
    "West",
    "Talheim"
  ],
  [
    "Otherland",
    null,
    null
  ],
  [
    "Third Isle",
    "Isle",
    "Bay-St. John"
  ]
] as const;

export const TYPES = [
  "Full Time",
  "Part Time",
  "Contract",
  "Internship",
  "Volunteer"
] as const;

export const LEVELS = [
  "Entry Level",
  "Mid Level",
  "Executive Level"
] as const;
