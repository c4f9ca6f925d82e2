// Generated from conformance/pack/language/inputs.yaml by `npm run generate`; do not edit.

export const INPUTS = {
  "activeKey": {
    "says": "key of the scenario's own account: a new one with an admin API, else the profile's active key"
  },
  "secondKey": {
    "says": "key of another active account",
    "requires": "key:second"
  },
  "inactiveKey": {
    "says": "an inactive key, made through the admin API, else of the profile",
    "requires": "key:inactive"
  },
  "zeroKey": {
    "says": "key of an account with 0 credits",
    "requires": "key:zero"
  },
  "negativeKey": {
    "says": "key of an account with -25 credits",
    "requires": "key:negative"
  },
  "smallKey": {
    "says": "key of an account with 3 credits, in a profile with 3 to 12",
    "requires": "key:small"
  },
  "ungrantedKey": {
    "says": "key of an account without historical access",
    "requires": "key:ungranted"
  },
  "unknownKey": {
    "says": "a well-formed key without an account"
  },
  "activeKeyCut": {
    "says": "the active key without its last character"
  },
  "dates": {
    "shown": "today yesterday tomorrow daysAgo<N> daysAhead<N> monthsAgo<N> yearsAgo<N>",
    "says": "date `YYYY-MM-DD` in UTC by the target's clock, each also with `Plus<D>` or `Minus<D>` days (`monthsAgo6Plus1`); months are clamped to the month's last day. With `Plus`, the time zone in which the months end latest counts; with `Minus`, the earliest."
  },
  "months": {
    "shown": "monthAgo<N>",
    "says": "the month `YYYY-MM` so many months before the target's today, in UTC"
  },
  "operationKeys": {
    "shown": "operationKey operationKey<X>",
    "says": "a new valid operation key for each run, scenario and name; about 40 characters, so there is room for suffixes"
  },
  "shortestKey": {
    "says": "a valid operation key with one character after the prefix, chosen by run and scenario; there are 64, so an earlier run may have sent it"
  },
  "longestKey": {
    "says": "a valid operation key with 121 characters after the prefix; it contains every allowed character"
  },
  "longestKeyStem": {
    "says": "another such key without its last character, so that one more character makes the longest key"
  },
  "accountId": {
    "says": "id of the account behind `activeKey`, for admin steps",
    "requires": "admin"
  },
  "secondAccountId": {
    "says": "id of the account behind `secondKey`",
    "requires": "admin"
  },
  "runId": {
    "says": "short id of the run, `[a-z0-9]`"
  },
  "unlikelyWord": {
    "says": "a word that no posting contains"
  },
  "networkUrl": {
    "says": "the network's prefix of company URLs",
    "requires": "network"
  },
  "companyUrl": {
    "says": "a known company with current postings",
    "requires": "company"
  },
  "companyName": {
    "says": "the name of a known company",
    "requires": "fact"
  },
  "companyDomain": {
    "says": "the domain of a known company",
    "requires": "fact"
  },
  "unknownCompanyUrl": {
    "says": "a well-formed URL of no company",
    "requires": "network"
  },
  "emptyCompanyUrl": {
    "says": "a known company with history but no current postings",
    "requires": "fact"
  },
  "hugeCompanyUrl": {
    "says": "a known company whose full page exceeds 4 MiB",
    "requires": "fact"
  }
} as const;

export const ROLES = {
  "active": {
    "credits": 100000
  },
  "second": {
    "credits": 100000
  },
  "inactive": {
    "credits": 1000,
    "active": false
  },
  "zero": {
    "credits": 0
  },
  "negative": {
    "credits": -25
  },
  "small": {
    "credits": 3
  },
  "ungranted": {
    "credits": 1000,
    "historicalAccess": false
  }
} as const;
