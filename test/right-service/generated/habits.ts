// Generated from test/right-service/habits.yaml by `npm run generate`; do not edit.

export const HABITS = {
  "replayedBalance": [
    "stored",
    "now"
  ],
  "replayedPrice": [
    "stored",
    "nothing"
  ],
  "sameBody": [
    "value",
    "bytes"
  ],
  "keyAfter402": [
    "free",
    "conflict",
    "stored"
  ],
  "copies": [
    "wait",
    "conflict"
  ],
  "keyScope": [
    "account",
    "endpoint"
  ],
  "madeKeys": [
    "new",
    "same"
  ],
  "keyOnErrors": [
    true,
    false
  ],
  "legacyKeys": [
    "ignored",
    "honoured"
  ],
  "history": [
    "every key",
    "every key",
    "every key",
    "granted"
  ],
  "historyWithoutCredits": [
    402,
    403
  ],
  "crash": [
    "stored",
    "forgotten"
  ],
  "lastFullPage": [
    "null",
    "empty page"
  ],
  "order": [
    "newest",
    "other"
  ],
  "signedLogos": [
    false,
    false,
    true
  ],
  "balance": [
    "credits_remaining",
    "credits"
  ]
} as const;

export const BREAKS = {
  "charges more than it says": "BAL-2 BILL-11 BAL-5",
  "charges paid jobs again": "BILL-6 BILL-7",
  "charges retries": "IDEM-14 BILL-11",
  "charges 402": "BILL-14",
  "charges 422": "BILL-19",
  "charges lookups": "LOOK-28",
  "charges half": "BILL-1 BILL-2 BILL-3 BILL-4 BILL-5",
  "delivers on credit": "BILL-12 LEG-31",
  "forgets keys": "IDEM-13 IDEM-19",
  "takes a key for any body": "IDEM-19 IDEM-20",
  "refuses a retry": "IDEM-13",
  "replays other jobs": "IDEM-13",
  "shares paid jobs between accounts": "BILL-24",
  "shares keys between accounts": "IDEM-33",
  "tells the old balance": "BILL-11",
  "refuses what can be paid": "BILL-15",
  "charges empty results": "BILL-9",
  "repeats a job on the next page": "PAGE-4 LEG-10"
} as const;

export const FATES = [
  "lost on the way",
  "lost on the way back",
  "given up on",
  "gateway, nothing arrived",
  "gateway, no answer in time",
  "crash before",
  "crash after",
  "unavailable",
  "throttled",
  "failed search"
] as const;

export const SEARCHES = [
  "searchJobs",
  "searchCompanyJobs",
  "searchJobsHistorical",
  "searchCompanyJobsHistorical",
  "searchCompanyJobsLegacy"
] as const;
