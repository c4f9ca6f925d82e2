// Generated from spec/clauses.yaml by `npm run generate`; do not edit.

export const clauseIds = [
  "AUTH-1",
  "AUTH-2",
  "AUTH-3",
  "AUTH-4",
  "AUTH-5",
  "AUTH-6",
  "AUTH-7",
  "AUTH-8",
  "AUTH-9",
  "AUTH-10",
  "AUTH-11",
  "AUTH-12",
  "AUTH-13",
  "REQ-1",
  "REQ-2",
  "REQ-3",
  "REQ-4",
  "REQ-5",
  "REQ-6",
  "ENV-1",
  "ENV-2",
  "ENV-3",
  "ENV-4",
  "ENV-5",
  "ENV-6",
  "ENV-7",
  "ENV-8",
  "ENV-9",
  "ENV-10",
  "ENV-11",
  "ENV-12",
  "ENV-13",
  "JOB-1",
  "JOB-2",
  "JOB-3",
  "JOB-4",
  "JOB-5",
  "JOB-6",
  "JOB-7",
  "JOB-8",
  "JOB-9",
  "JOB-10",
  "JOB-11",
  "JOB-12",
  "JOB-13",
  "JOB-14",
  "JOB-15",
  "CO-1",
  "CO-2",
  "CO-3",
  "CO-4",
  "CO-5",
  "CO-6",
  "CO-7",
  "CO-8",
  "CO-9",
  "CO-10",
  "FILT-1",
  "FILT-2",
  "FILT-3",
  "FILT-4",
  "FILT-5",
  "FILT-6",
  "FILT-7",
  "FILT-8",
  "FILT-9",
  "FILT-10",
  "FILT-11",
  "FILT-12",
  "FILT-13",
  "FILT-14",
  "FILT-15",
  "FILT-16",
  "FILT-17",
  "FILT-18",
  "FILT-19",
  "FILT-20",
  "FILT-21",
  "FILT-22",
  "FILT-23",
  "FILT-24",
  "FILT-25",
  "FILT-26",
  "FILT-27",
  "FILT-28",
  "FILT-29",
  "FILT-30",
  "FILT-31",
  "FILT-32",
  "FILT-33",
  "FILT-34",
  "FILT-35",
  "FILT-36",
  "FILT-37",
  "FILT-38",
  "KEY-1",
  "KEY-2",
  "KEY-3",
  "KEY-4",
  "KEY-5",
  "KEY-6",
  "KEY-7",
  "KEY-8",
  "KEY-9",
  "KEY-10",
  "KEY-11",
  "KEY-12",
  "KEY-13",
  "KEY-14",
  "KEY-15",
  "KEY-16",
  "KEY-17",
  "KEY-18",
  "KEY-19",
  "KEY-20",
  "KEY-21",
  "KEY-22",
  "WIN-1",
  "WIN-2",
  "WIN-3",
  "WIN-4",
  "WIN-5",
  "WIN-6",
  "WIN-7",
  "WIN-8",
  "WIN-9",
  "WIN-10",
  "WIN-11",
  "WIN-12",
  "WIN-13",
  "WIN-14",
  "WIN-15",
  "WIN-16",
  "WIN-17",
  "WIN-18",
  "WIN-19",
  "WIN-20",
  "WIN-21",
  "WIN-22",
  "WIN-23",
  "PAGE-1",
  "PAGE-2",
  "PAGE-3",
  "PAGE-4",
  "PAGE-5",
  "PAGE-6",
  "PAGE-7",
  "PAGE-8",
  "PAGE-9",
  "PAGE-10",
  "PAGE-11",
  "PAGE-12",
  "PAGE-13",
  "PAGE-14",
  "PAGE-15",
  "PAGE-16",
  "PAGE-17",
  "PAGE-18",
  "PAGE-19",
  "PAGE-20",
  "DIR-1",
  "DIR-2",
  "DIR-3",
  "DIR-4",
  "DIR-5",
  "COMP-1",
  "COMP-2",
  "COMP-3",
  "COMP-4",
  "COMP-5",
  "COMP-6",
  "COMP-7",
  "COMP-8",
  "COMP-9",
  "COMP-10",
  "COMP-11",
  "COMP-12",
  "COMP-13",
  "COMP-14",
  "COMP-15",
  "HIST-1",
  "HIST-2",
  "HIST-3",
  "HIST-4",
  "HIST-5",
  "HIST-6",
  "HIST-7",
  "HIST-8",
  "HIST-9",
  "HIST-10",
  "HIST-11",
  "HIST-12",
  "HIST-13",
  "HIST-14",
  "LEG-1",
  "LEG-2",
  "LEG-3",
  "LEG-4",
  "LEG-5",
  "LEG-6",
  "LEG-7",
  "LEG-8",
  "LEG-9",
  "LEG-10",
  "LEG-11",
  "LEG-12",
  "LEG-13",
  "LEG-14",
  "LEG-15",
  "LEG-16",
  "LEG-17",
  "LEG-18",
  "LEG-19",
  "LEG-20",
  "LEG-21",
  "LEG-22",
  "LEG-23",
  "LEG-24",
  "LEG-25",
  "LEG-26",
  "LEG-27",
  "LEG-28",
  "LEG-29",
  "LEG-30",
  "LEG-31",
  "LEG-32",
  "LEG-33",
  "LEG-34",
  "LEG-35",
  "LEG-36",
  "LOOK-1",
  "LOOK-2",
  "LOOK-3",
  "LOOK-4",
  "LOOK-5",
  "LOOK-6",
  "LOOK-7",
  "LOOK-8",
  "LOOK-9",
  "LOOK-10",
  "LOOK-11",
  "LOOK-12",
  "LOOK-13",
  "LOOK-14",
  "LOOK-15",
  "LOOK-16",
  "LOOK-17",
  "LOOK-18",
  "LOOK-19",
  "LOOK-20",
  "LOOK-21",
  "LOOK-22",
  "LOOK-23",
  "LOOK-24",
  "LOOK-25",
  "LOOK-26",
  "LOOK-27",
  "LOOK-28",
  "LOOK-29",
  "LOOK-30",
  "BAL-1",
  "BAL-2",
  "BAL-3",
  "BAL-4",
  "BAL-5",
  "BAL-6",
  "BAL-7",
  "BILL-1",
  "BILL-2",
  "BILL-3",
  "BILL-4",
  "BILL-5",
  "BILL-6",
  "BILL-7",
  "BILL-8",
  "BILL-9",
  "BILL-10",
  "BILL-11",
  "BILL-12",
  "BILL-13",
  "BILL-14",
  "BILL-15",
  "BILL-16",
  "BILL-17",
  "BILL-18",
  "BILL-19",
  "BILL-20",
  "BILL-21",
  "BILL-22",
  "BILL-23",
  "BILL-24",
  "BILL-25",
  "BILL-26",
  "BILL-27",
  "IDEM-1",
  "IDEM-2",
  "IDEM-3",
  "IDEM-4",
  "IDEM-5",
  "IDEM-6",
  "IDEM-7",
  "IDEM-8",
  "IDEM-9",
  "IDEM-10",
  "IDEM-11",
  "IDEM-12",
  "IDEM-13",
  "IDEM-14",
  "IDEM-15",
  "IDEM-16",
  "IDEM-17",
  "IDEM-18",
  "IDEM-19",
  "IDEM-20",
  "IDEM-21",
  "IDEM-22",
  "IDEM-23",
  "IDEM-24",
  "IDEM-25",
  "IDEM-26",
  "IDEM-27",
  "IDEM-28",
  "IDEM-29",
  "IDEM-30",
  "IDEM-31",
  "IDEM-32",
  "IDEM-33",
  "IDEM-34",
  "IDEM-35",
  "IDEM-36",
  "IDEM-37",
  "RATE-1",
  "RATE-2",
  "RATE-3",
  "RATE-4",
  "RATE-5",
  "RATE-6",
  "RATE-7",
  "RATE-8",
  "RATE-9",
  "RATE-10",
  "ERR-1",
  "ERR-2",
  "ERR-3",
  "ERR-4",
  "ERR-5",
  "ERR-6",
  "ERR-7",
  "ERR-8",
  "ERR-9",
  "ERR-10",
  "ERR-11",
  "ERR-12",
  "ERR-13",
  "ERR-14",
  "ERR-15",
  "ERR-16",
  "ERR-17",
  "ERR-18",
  "VALID-1",
  "VALID-2",
  "VALID-3",
  "VALID-4",
  "VALID-5",
  "VALID-6",
  "VALID-7",
  "VALID-8",
  "VALID-9",
  "VALID-10",
  "VALID-11",
  "VALID-12",
  "VALID-13",
  "VALID-14",
  "VALID-15",
  "VALID-16",
  "VALID-17",
  "VALID-18",
  "VALID-19",
  "VALID-20",
  "VALID-21",
  "VALID-22",
  "VER-1",
  "VER-2",
  "VER-3",
  "VER-4",
  "VER-5",
  "VER-6"
] as const;

export type ClauseId = (typeof clauseIds)[number];

export const readingChoices = {
  "auth-status": [
    "403",
    "401"
  ],
  "legacy-auth-status": [
    "401",
    "403"
  ],
  "lookup-auth-status": [
    "403",
    "401"
  ],
  "legacy-refusal-form": [
    "envelope",
    "detail"
  ],
  "error-order": [
    "auth-first"
  ],
  "malformed-json": [
    "422",
    "400"
  ],
  "profile-url-shape": [
    "400",
    "422"
  ],
  "null-profile-url": [
    "400",
    "422"
  ],
  "legacy-missing-identity": [
    "400",
    "422"
  ],
  "legacy-unaffordable": [
    "envelope",
    "detail"
  ],
  "legacy-empty-message": [
    "text",
    "object"
  ],
  "legacy-snapshot": [
    "unbound",
    "bound"
  ],
  "unknown-path": [
    "not-found"
  ],
  "unknown-field": [
    "ignored",
    "422"
  ],
  "strict-types": [
    "422",
    "coerced"
  ],
  "date-bounds": [
    "half-open",
    "inclusive"
  ],
  "oldest-allowed": [
    "same-day",
    "day-before"
  ],
  "company-default-window": [
    "until-midnight"
  ],
  "legacy-window": [
    "as-company"
  ],
  "calendar": [
    "utc",
    "zone"
  ],
  "historical-window-today": [
    "excluded",
    "included"
  ],
  "order": [
    "newest-first",
    "other"
  ],
  "end-of-results": [
    "null",
    "empty-page"
  ],
  "page-fullness": [
    "full",
    "short"
  ],
  "absent-fields": [
    "null",
    "left-out"
  ],
  "lookup-order": [
    "label",
    "value"
  ],
  "keyword-match": [
    "whole-words",
    "substring",
    "stemmed"
  ],
  "one-block-exclusion": [
    "both-blocks"
  ],
  "department-match": [
    "any-of"
  ],
  "unknown-board": [
    "422",
    "400",
    "nothing"
  ],
  "value-case": [
    "refused",
    "nothing"
  ],
  "unknown-value": [
    "422",
    "400"
  ],
  "company-page": [
    "no-board"
  ],
  "duplicate": [
    "same-place",
    "still-counted"
  ],
  "unknown-company": [
    "empty"
  ],
  "empty-location-item": [
    "ignored",
    "422"
  ],
  "bad-cursor": [
    "422",
    "400"
  ],
  "historical-agency": [
    "include",
    "only"
  ],
  "legacy-agency": [
    "include",
    "only"
  ],
  "historical-salary-default": [
    "true",
    "none"
  ],
  "historical-advanced-keywords": [
    "applied",
    "ignored"
  ],
  "historical-direct-body": [
    "direct-fields"
  ],
  "historical-access": [
    "every-key",
    "granted"
  ],
  "historical-floor": [
    "later"
  ],
  "v3-path": [
    "absent",
    "alias"
  ],
  "cycle": [
    "anchor-month"
  ],
  "cycle-turn": [
    "midnight",
    "instant"
  ],
  "paid-across-endpoints": [
    "free"
  ],
  "historical-no-credits": [
    "402",
    "403"
  ],
  "replay-body": [
    "stored",
    "fresh-balance"
  ],
  "unchanged-body": [
    "equal-json",
    "equal-bytes"
  ],
  "failed-attempt-key": [
    "reusable",
    "used-by-402"
  ],
  "changed-after-failure": [
    "conflict",
    "accepted"
  ],
  "concurrent-same-key": [
    "waits",
    "409"
  ],
  "key-scope": [
    "account",
    "endpoint"
  ],
  "made-keys": [
    "new-each-time",
    "same-for-same-request"
  ],
  "effective-key-on-errors": [
    "present",
    "absent"
  ],
  "legacy-idempotency": [
    "ignored",
    "honoured"
  ],
  "balance-body": [
    "credits-remaining",
    "other"
  ],
  "rate-window": [
    "sliding",
    "fixed-minutes"
  ],
  "rate-others": [
    "default",
    "none"
  ],
  "rate-counting": [
    "all-authenticated"
  ],
  "retry-after-zero": [
    "at-least-1",
    "0"
  ],
  "passing-failure": [
    "refused",
    "in-other-ways"
  ],
  "moving-data": [
    "still",
    "moving"
  ]
} as const;
