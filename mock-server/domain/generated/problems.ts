// Generated from mock-server/domain/problems.yaml by `npm run generate`; do not edit.

export const CODES = {
  "400": "bad_request",
  "401": "unauthorized",
  "402": "insufficient_credits",
  "403": "forbidden",
  "404": "not_found",
  "405": "method_not_allowed",
  "408": "request_timeout",
  "409": "conflict",
  "413": "payload_too_large",
  "417": "expectation_failed",
  "422": "validation_error",
  "429": "rate_limit_exceeded",
  "431": "headers_too_large",
  "500": "server_error",
  "503": "service_unavailable"
} as const;

export const PROBLEMS = {
  "not-http": {
    "status": 400,
    "message": "Bad Request"
  },
  "request-timeout": {
    "status": 408,
    "message": "Request Timeout"
  },
  "expectation-failed": {
    "status": 417,
    "message": "Expectation Failed"
  },
  "headers-too-large": {
    "status": 431,
    "message": "Request Header Fields Too Large"
  },
  "host-missing": {
    "status": 400,
    "message": "A Host header is required",
    "reason": "HTTP/1.1 asks for a Host header (RFC 9112)"
  },
  "unknown-path": {
    "status": 404,
    "message": "Not Found",
    "reason": "the contract has no such path{hint}",
    "reading": "unknown-path=not-found"
  },
  "method-not-allowed": {
    "status": 405,
    "message": "Method Not Allowed",
    "reason": "the contract takes {methods} here",
    "reading": "unknown-path=not-found"
  },
  "key-forbidden": {
    "status": 403,
    "message": "Invalid or inactive API key"
  },
  "key-unauthorized": {
    "status": 401,
    "message": "Missing or invalid API key",
    "form": "envelope"
  },
  "rate-limited": {
    "status": 429,
    "message": "Rate limit exceeded: {limit} requests per minute",
    "reason": "{limit} requests passed within the last 60 seconds; the next can pass in {seconds} s"
  },
  "bad-operation-key": {
    "status": 400,
    "message": "The Idempotency-Key must be {form}",
    "reason": "the Idempotency-Key has {length} characters and does not fit",
    "clause": "IDEM-12"
  },
  "payload-too-large": {
    "status": 413,
    "message": "The body is larger than {limit} bytes"
  },
  "validation-failed": {
    "status": 422,
    "message": "The request is not valid",
    "reason": "{issues}"
  },
  "profile-url-missing": {
    "status": 400,
    "message": "company_network_url is required",
    "clause": "COMP-1"
  },
  "profile-url-malformed": {
    "status": 400,
    "message": "company_network_url {issue}",
    "clause": "COMP-5"
  },
  "identity-missing": {
    "status": 400,
    "message": "One of company_name, company_domain and company_network_url is required",
    "clause": "LEG-4",
    "reading": "legacy-missing-identity=400"
  },
  "unknown-job-board": {
    "status": 400,
    "message": "{field}: {issue}",
    "clause": "COMP-13"
  },
  "key-reused-for-other-body": {
    "status": 409,
    "message": "This operation key was used for a different request",
    "reason": "the key was used at {at} with another body",
    "clause": "IDEM-19"
  },
  "key-reused-elsewhere": {
    "status": 409,
    "message": "This operation key was used for a different request",
    "reason": "the key was used at {at} for {operation}",
    "clause": "IDEM-21"
  },
  "key-tried-for-other-body": {
    "status": 409,
    "message": "This operation key was used for a different request",
    "reason": "another search with the key failed at {at}",
    "clause": "IDEM-37",
    "reading": "changed-after-failure=conflict"
  },
  "key-expired": {
    "status": 409,
    "message": "The billing period of this operation key has ended",
    "reason": "the key was used at {at}, in a billing period that is over",
    "clause": "IDEM-24"
  },
  "no-historical-access": {
    "status": 403,
    "message": "This API key has no access to historical search",
    "reason": "the account has no grant for historical search",
    "clause": "HIST-12",
    "reading": "historical-access=granted"
  },
  "unaffordable": {
    "status": 402,
    "message": "Not enough credits: this page costs {cost}, the balance is {balance}",
    "reason": "the new jobs ({newJobs}) cost {cost}, the balance is {balance}",
    "clause": "BILL-12"
  },
  "unaffordable-by-fault": {
    "status": 402,
    "message": "Not enough credits for this page"
  },
  "no-credits-remaining": {
    "status": 403,
    "message": "API key has no credits remaining",
    "reason": "the new jobs ({newJobs}) cost {cost}, the balance is {balance}"
  },
  "service-unavailable": {
    "status": 503,
    "message": "{what} temporarily unavailable"
  },
  "operations-full": {
    "status": 503,
    "message": "search is temporarily unavailable",
    "reason": "the account has {stored} stored operations of this billing cycle, and no room for another; it takes new ones when the cycle turns, or after a reset of the account"
  },
  "invalid-result": {
    "status": 503,
    "code": "invalid_result",
    "message": "the complete result exceeds 4 MiB",
    "reason": "the result has {bytes} bytes, too many to store; ask for a smaller limit",
    "clause": "ERR-11"
  },
  "invalid-result-by-fault": {
    "status": 503,
    "code": "invalid_result",
    "message": "the complete result exceeds 4 MiB"
  },
  "server-error": {
    "status": 500,
    "message": "Internal Server Error"
  }
} as const;
