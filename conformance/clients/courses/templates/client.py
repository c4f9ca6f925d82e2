"""A client of the Job Search Service that passes every course. Run it with `job-search-conformance clients -- python3 client.py`.
Replace it by your own client, which reads the same environment variables and prints one JSON object as its last line."""
import http.client, json, os, pathlib, random, sys, time, urllib.error, urllib.parse, urllib.request, uuid

URL, API_KEY, STATE = (os.environ["JOB_SEARCH_" + name] for name in ("URL", "API_KEY", "STATE"))
TASK = json.loads(os.environ["JOB_SEARCH_TASK"])
PATHS = {"searchJobs": "jobs-search/search", "searchJobsHistorical": "jobs-search/historical/search",
         "searchCompanyJobs": "company-jobs/search", "searchCompanyJobsLegacy": "search/company-jobs",
         "searchCompanyJobsHistorical": "company-jobs/historical/search"}
ATTEMPTS, TIMEOUT_S, LONGEST_WAIT_S = 4, 4, 5
KEY_FILE = pathlib.Path(STATE, "operation-keys.json")  # kept over a restart, until the outcome of the task is known
KEYS = json.loads(KEY_FILE.read_text()) if KEY_FILE.exists() else {}

class Failure(Exception): pass

def ask(path, body=None, more={}):
    headers = {"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json", **more}
    request = urllib.request.Request(f"{URL}/api/v1/{path}", body and json.dumps(body).encode(), headers)
    for attempt in range(1, ATTEMPTS + 1):
        status, head = None, {}
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                text = answer.read().decode()  # raises if the answer is truncated
                status, head = answer.status, answer.headers
        except urllib.error.HTTPError as error:
            status, head, text = error.code, error.headers, error.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            text = repr(error)  # lost, truncated or timed out: perhaps charged, and the same key recovers it
        if status == 200 and json.loads(text).get("success") is not False:
            return json.loads(text)
        is_final = status not in (None, 200, 429, 500, 503) or "invalid_result" in text
        wait = float(head.get("Retry-After") or 0)
        if is_final or wait > LONGEST_WAIT_S or attempt == ATTEMPTS:
            told = {"outcome": "failed", "status": status, "requestId": head.get("X-Request-ID"), "message": text[:300]}
            raise Failure(told, is_final)
        time.sleep(max(wait * 1.05, 0.2 * 2 ** attempt * random.uniform(1, 1.25)))

def search(body, number=0):  # each search and each page has a key of its own, made before its first attempt
    key = KEYS.setdefault(f"{number} {json.dumps(body)}", f"use_v1_{uuid.uuid4()}")
    KEY_FILE.write_text(json.dumps(KEYS))
    return ask(PATHS[TASK["operation"]], body, {"Idempotency-Key": key})["data"]

def perform():
    if TASK["task"] == "balance":
        return {"balance": ask("credits/balance")["credits_remaining"]}
    if TASK["task"] == "locations":
        return {"labels": [each["label"] for each in ask("locations?q=" + urllib.parse.quote(TASK["q"]))["locations"]]}
    pages = [search(TASK["body"], number) for number in range(TASK.get("times", 1))][-1:]
    cursor = "next_cursor" if TASK["operation"] == "searchCompanyJobsLegacy" else "search_after"
    while TASK["task"] == "collect" and pages[-1][cursor] and len(sum((page["jobs"] for page in pages), [])) < (TASK["enough"] or 1e9):
        pages.append(search({**TASK["body"], cursor: pages[-1][cursor]}))
    return {"jobs": [job["Job URL"] for page in pages for job in page["jobs"]]}

try:
    result, is_final = {"outcome": "done", **perform()}, True
except Failure as failure:
    result, is_final = failure.args
if is_final: KEY_FILE.unlink(missing_ok=True)
print(json.dumps(result))
sys.exit(result["outcome"] != "done")
