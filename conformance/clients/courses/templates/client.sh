#!/usr/bin/env bash
# A client of the Job Search Service, run by `job-search-conformance clients -- bash client.sh`. It passes every course.
# Put your own client in its place, and keep what it reads (environment) and prints (one JSON object, last).
for tool in curl jq; do command -v "$tool" >/dev/null || { echo "This client needs $tool." >&2; exit 127; }; done
declare -A PATHS=([searchJobs]=jobs-search/search [searchCompanyJobs]=company-jobs/search [searchCompanyJobsLegacy]=search/company-jobs
  [searchJobsHistorical]=jobs-search/historical/search [searchCompanyJobsHistorical]=company-jobs/historical/search)
ATTEMPTS=4 TIMEOUT_S=4 LONGEST_WAIT_S=5
keys=$JOB_SEARCH_STATE/operation-keys # kept over a restart, until the outcome of the task is known
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
read -r name operation times enough < <(jq -r '"\(.task) \(.operation) \(.times) \(.enough)"' <<<"$JOB_SEARCH_TASK")
body=$(jq -c .body <<<"$JOB_SEARCH_TASK")
fail() { # status and body of the last attempt; a final refusal ends the use of the keys
  jq -Rsc --argjson status "$1" --arg id "$(sed -n 's/^x-request-id: *\([^ \r]*\).*/\1/ip' "$work/head")" \
    '{outcome: "failed", status: $status, requestId: $id, message: .[0:300]}' "$work/body"
  [ "$2" = final ] && rm -rf "$keys"; exit 1
}

ask() { # path and, for a search, body and key; writes the answer to $work/body
  local more=() attempt status wait
  [ $# -gt 1 ] && more=(-d "$2" -H 'Content-Type: application/json' -H "Idempotency-Key: $3")
  for ((attempt = 1; ; attempt += 1)); do
    : >"$work/head"; : >"$work/body"
    # If curl fails, the answer was lost, truncated or timed out: perhaps charged, and the same key recovers it.
    status=$(curl -sS --max-time "$TIMEOUT_S" -D "$work/head" -o "$work/body" -w '%{http_code}' \
      -H "Authorization: Bearer $JOB_SEARCH_API_KEY" "${more[@]}" "$JOB_SEARCH_URL/api/v1/$1") || status=0
    [ "$status" = 200 ] && jq -e '.success != false' "$work/body" >/dev/null && return
    case $status in 0 | 200 | 429 | 500 | 503) ;; *) fail "$status" final ;; esac
    grep -q invalid_result "$work/body" && fail "$status" final
    wait=$(sed -n 's/^retry-after: *\([0-9]*\).*/\1/ip' "$work/head")
    [ "$attempt" = "$ATTEMPTS" ] || [ "${wait:-0}" -gt "$LONGEST_WAIT_S" ] && fail "$status" open
    [ -n "$wait" ] && sleep "$wait.1" || sleep "$(jq -n "0.2 * pow(2; $attempt) * (1 + $RANDOM / 100000)")"
  done
}

search() { # body and number: each search and each page has a key of its own, made before its first attempt
  mkdir -p "$keys" && local file=$keys/$(cksum <<<"$2 $1" | tr ' ' -)
  [ -s "$file" ] || echo "use_v1_$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" >"$file"
  ask "${PATHS[$operation]}" "$1" "$(cat "$file")"
}

case $name in
  balance) ask credits/balance && result=$(jq -c '{balance: .credits_remaining}' "$work/body") ;;
  locations) ask "locations?q=$(jq -r '.q | @uri' <<<"$JOB_SEARCH_TASK")"
    result=$(jq -c '{labels: [.locations[].label]}' "$work/body") ;;
  poll) for ((n = 1; n <= times; n += 1)); do search "$body" "$n"; done
    result=$(jq -c '{jobs: [.data.jobs[]["Job URL"]]}' "$work/body") ;;
  collect)
    [ "$operation" = searchCompanyJobsLegacy ] && cursor=next_cursor || cursor=search_after
    for ((held = 0; ; )); do
      search "$body" 0
      jq -c '.data.jobs[]["Job URL"]' "$work/body" >>"$work/jobs"
      held=$(wc -l <"$work/jobs") next=$(jq -c ".data.$cursor" "$work/body")
      [ "$next" = null ] || [ "$held" -ge "${enough/null/1000000}" ] && break
      body=$(jq -c ". + {$cursor: $next}" <<<"$body")
    done
    result=$(jq -sc '{jobs: .}' "$work/jobs") ;;
  *) exit 127 ;;
esac
rm -rf "$keys"
jq -c '{outcome: "done"} + .' <<<"$result"
