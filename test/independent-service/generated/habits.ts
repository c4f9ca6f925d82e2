// Generated from test/independent-service/habits.yaml by `npm run generate`; do not edit.

export const CHOICES = {
  "invalidKey": [
    403,
    401
  ],
  "invalidLegacyKey": [
    "401 envelope",
    "403 envelope",
    "403 detail",
    "401 detail"
  ],
  "invalidLookupKey": [
    403,
    401
  ],
  "malformedBody": [
    422,
    400
  ],
  "profileUrlShape": [
    400,
    422
  ],
  "nullProfileUrl": [
    400,
    422
  ],
  "legacyIdentity": [
    400,
    422
  ],
  "legacyUnaffordable": [
    "envelope",
    "detail"
  ],
  "historyUnaffordable": [
    402,
    403
  ],
  "unknownFields": [
    "ignored",
    "ignored",
    "refused"
  ],
  "numbersAsText": [
    "refused",
    "refused",
    "coerced"
  ],
  "unknownBoard": [
    422,
    400,
    "empty"
  ],
  "departmentInOtherCase": [
    "refused",
    "empty"
  ],
  "emptyLocation": [
    "free",
    "refused"
  ],
  "brokenCursor": [
    422,
    400
  ],
  "keyOnErrors": [
    true,
    false
  ],
  "bounds": [
    "half-open",
    "closed"
  ],
  "zoneHours": [
    0,
    0,
    -8,
    9
  ],
  "historyEndsToday": [
    true,
    false
  ],
  "keywords": [
    "words",
    "substring"
  ],
  "duplicates": [
    "title and place",
    "title"
  ],
  "historySalaryDefault": [
    true,
    false
  ],
  "historyAdvanced": [
    true,
    false
  ],
  "order": [
    "newest",
    "newest",
    "hash",
    "oldest",
    "title",
    "company"
  ],
  "cursor": [
    "milliseconds",
    "text",
    "seconds"
  ],
  "cursorOnFullLastPage": [
    true,
    false
  ],
  "pages": [
    "full",
    "full",
    "short"
  ],
  "legacySnapshot": [
    true,
    false
  ],
  "replay": [
    "stored",
    "fresh balance"
  ],
  "sameBody": [
    "value",
    "bytes"
  ],
  "copies": [
    "wait",
    "conflict"
  ],
  "legacyKeys": [
    "ignored",
    "as others"
  ],
  "keyScope": [
    "account",
    "endpoint"
  ],
  "madeKeys": [
    "new",
    "same"
  ],
  "rateWindow": [
    "sliding",
    "fixed"
  ],
  "unlistedLimit": [
    600,
    600,
    30
  ],
  "retryAfterZero": [
    false,
    false,
    true
  ],
  "balance": [
    "flat",
    "nested",
    "with dates"
  ],
  "legacyEmpty": [
    "text",
    "object"
  ],
  "listOrder": [
    "label",
    "value"
  ],
  "absentFields": [
    "null",
    "null",
    "left out"
  ],
  "profileUrl": [
    "same",
    "slash",
    "capitals"
  ],
  "companies": [
    "known",
    "known",
    "half known"
  ],
  "extraFields": [
    true,
    false
  ],
  "language": [
    "en",
    "de",
    "pl",
    "ja"
  ],
  "typesAsPosted": [
    false,
    false,
    true
  ],
  "secondLocations": [
    false,
    false,
    true
  ],
  "severalIndustries": [
    false,
    false,
    true
  ],
  "moving": [
    false,
    false,
    true
  ],
  "gzip": [
    true,
    false
  ],
  "closes": [
    false,
    false,
    true
  ],
  "passingFailures": [
    true,
    false
  ],
  "slow": [
    false,
    false,
    true
  ],
  "headerNames": [
    "usual",
    "small",
    "capitals"
  ],
  "mediaType": [
    "plain",
    "with charset",
    "either"
  ],
  "spaces": [
    false,
    false,
    true
  ],
  "dateHeader": [
    true,
    true,
    false
  ],
  "postings": [
    2000,
    2000,
    400,
    12000
  ]
} as const;

export const RARE = {
  "accents": [
    "count",
    "ignored"
  ],
  "boardLabels": [
    "own",
    "shared"
  ],
  "departments": [
    "any of",
    "all of"
  ],
  "entriesOfQuery": [
    false,
    true
  ],
  "links": [
    "lasting",
    "of one answer"
  ],
  "listings": [
    "lasting",
    "signed"
  ],
  "paddedBoards": [
    false,
    true
  ],
  "toppedUp": [
    false,
    true
  ],
  "otherPaths": [
    404,
    307
  ],
  "unknownCompany": [
    "null",
    "left out"
  ]
} as const;

export const NOISE = {
  "vanishing": [
    false,
    true
  ],
  "failing": [
    false,
    true
  ],
  "otherCaller": [
    false,
    true
  ],
  "tenTimesSlower": [
    false,
    true
  ]
} as const;
