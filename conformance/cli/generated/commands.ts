// Generated from conformance/cli/commands.yaml by `npm run generate`; do not edit.

export const EXIT_WORDS = {
  "0": "conforms",
  "1": "does not conform",
  "2": "bad usage, profile or pack",
  "3": "target unreachable, not this API, or it refuses the key",
  "4": "error of the suite itself, or a report cannot be written",
  "5": "incomplete: something that should have been checked was not, the run was interrupted, or nothing was executed;\n     0 under --allow-incomplete",
  "129, 130, 143": "ended immediately by a second signal (SIGHUP, SIGINT, SIGTERM)"
} as const;

export const COMMANDS = {
  "run": {
    "form": "",
    "says": "Checks over HTTP whether a deployment of the Job Search Service keeps its contract.",
    "flags": {
      "target": {
        "takes": "url",
        "says": "base address of the deployment"
      },
      "apiKey": {
        "takes": "key",
        "says": "an active API key (or set JOB_SEARCH_API_KEY)",
        "secret": "JOB_SEARCH_API_KEY"
      },
      "profile": {
        "takes": "file",
        "says": "facts about the target (YAML); flags override it"
      },
      "pack": {
        "takes": "name|file",
        "is": "packs",
        "says": "use only this pack; may be repeated"
      },
      "only": {
        "takes": "clause",
        "is": "list",
        "says": "check only this clause or group of clauses, in a run also a scenario, in traffic also a rule for clients; may be repeated",
        "once": true
      },
      "maxCredits": {
        "takes": "n",
        "is": "whole",
        "says": "hard ceiling on credits"
      },
      "maxRequests": {
        "takes": "n",
        "is": "whole",
        "says": "hard ceiling on requests"
      },
      "maxTime": {
        "takes": "minutes",
        "is": "positive",
        "says": "end within this time, with reports"
      },
      "readOnly": {
        "says": "send nothing that should cost credits"
      },
      "allowThrottling": {
        "says": "check rate limits, too: at the end, send hundreds of free requests up to each limit, and wait for minutes"
      },
      "absent": {
        "takes": "name",
        "is": "list",
        "says": "operations that the target lacks: historical, legacy, company, lookups, balance, or an operation id"
      },
      "adminUrl": {
        "takes": "url",
        "says": "admin API of a mock, to set up accounts, clocks and faults"
      },
      "adminToken": {
        "takes": "token",
        "says": "token of the admin API (or set JOB_SEARCH_ADMIN_TOKEN)",
        "secret": "JOB_SEARCH_ADMIN_TOKEN"
      },
      "concurrency": {
        "takes": "n",
        "is": "positive",
        "says": "scenarios at a time, if each has its own account (8)"
      },
      "ca": {
        "takes": "file",
        "says": "certificate authorities to trust beside the usual ones (PEM)"
      },
      "timeout": {
        "takes": "seconds",
        "is": "positive",
        "says": "time limit of each request (30)"
      },
      "report": {
        "takes": "kind=file",
        "is": "reports",
        "says": "write a report: {values}; or github, which annotates a job of GitHub Actions; may be repeated",
        "once": true
      },
      "allowIncomplete": {
        "says": "exit with 0 instead of 5 if the run is incomplete",
        "once": true
      },
      "baseline": {
        "takes": "file",
        "says": "known failures (YAML) that do not count",
        "once": true
      },
      "survey": {
        "takes": "file",
        "says": "facts about the target's data: read from this file if it fits, else written to it"
      },
      "against": {
        "takes": "file",
        "says": "show what changed since an earlier run, from its JSON report",
        "once": true
      },
      "confirm": {
        "takes": "times",
        "is": "confirm",
        "says": "how often a run tries failures again at its end; a failed comparison counts only if it fails each time: {values} (3)"
      },
      "strict": {
        "says": "exit with 5 (incomplete) if other keys or flags would check more"
      },
      "list": {
        "says": "show scenarios, clauses, needs and costs, and run nothing",
        "once": true
      },
      "quiet": {
        "says": "print only the verdict and the failures, and no progress",
        "once": true
      },
      "verbose": {
        "says": "print everything: each reason, reading and command",
        "once": true
      },
      "seed": {
        "takes": "n",
        "is": "whole",
        "says": "run the scenarios in a random order; each number is one order"
      }
    }
  },
  "clients": {
    "form": "clients",
    "arguments": {
      "[command...]": "after --, the command that starts a client; it runs once for each course"
    },
    "says": "send a client through courses, or judge what it did against a running mock",
    "after": "\nA command after -- runs once for each course (twice in some), with JOB_SEARCH_URL, JOB_SEARCH_API_KEY, JOB_SEARCH_TASK (one\nJSON object), JOB_SEARCH_STATE (a folder for its files) and JOB_SEARCH_PATIENCE (seconds) in its environment. Its last line on\nstandard output is its result. --init writes a client that passes every course.\n\nExit status: 0 conforms, 1 does not, 2 bad usage, 3 no mock answers or it refuses the key, 4 the client printed no result,\nor a report cannot be written, 5 incomplete, or nothing was judged.\n\nExamples:\n  job-search-conformance clients --init client --language python\n  job-search-conformance clients -- python3 client/client.py\n  job-search-conformance clients --admin-url http://127.0.0.1:4010/__admin --key key_demo",
    "flags": {
      "course": {
        "takes": "name",
        "is": "list",
        "says": "run only this course; may be repeated"
      },
      "list": {
        "says": "show the courses, and run nothing"
      },
      "init": {
        "takes": "folder",
        "says": "write a correct client into a folder, to replace with yours"
      },
      "language": {
        "takes": "name",
        "is": "language",
        "says": "language of the client that --init writes"
      },
      "writeData": {
        "takes": "file",
        "says": "write the postings of the courses, for job-search-mock --data"
      },
      "concurrency": {
        "takes": "n",
        "is": "upTo999",
        "says": "courses at a time",
        "preset": 8
      },
      "patience": {
        "takes": "seconds",
        "is": "patience",
        "says": "time limit of a run of the client, from its first request"
      },
      "adminUrl": {
        "takes": "url",
        "says": "admin API of a running mock, such as http://127.0.0.1:4010/__admin: judge its requests, or run courses on it"
      },
      "adminToken": {
        "takes": "token",
        "says": "token of the admin API (or set JOB_SEARCH_ADMIN_TOKEN)",
        "secret": "JOB_SEARCH_ADMIN_TOKEN"
      },
      "key": {
        "takes": "key",
        "says": "judge only requests with this API key (or set JOB_SEARCH_API_KEY); all keys without it",
        "secret": "JOB_SEARCH_API_KEY"
      },
      "askedOnce": {
        "says": "the client wanted each search once: a repeated search under a new key is a failure, not a warning"
      },
      "strict": {
        "says": "recommended rules count, too: a client that does not follow one does not conform (1)"
      }
    },
    "shares": [
      "report",
      "allowIncomplete",
      "quiet",
      "verbose"
    ]
  },
  "judge": {
    "form": "judge <file>",
    "says": "judge a stored run (--report json=FILE), a HAR file or a history of traffic, without its target",
    "flags": {
      "alone": {
        "says": "for traffic: nothing else used or changed these accounts at the time"
      }
    },
    "shares": [
      "only",
      "baseline",
      "against",
      "strict",
      "report",
      "allowIncomplete",
      "quiet",
      "verbose"
    ]
  },
  "watch": {
    "form": "watch",
    "says": "pass requests through to --target unchanged, and judge the service and its callers",
    "flags": {
      "port": {
        "takes": "n",
        "is": "whole",
        "says": "port to listen on; 0 takes a free port",
        "preset": 4020
      },
      "host": {
        "takes": "address",
        "says": "address to listen on",
        "preset": "127.0.0.1"
      },
      "allowRemote": {
        "says": "allow a --host that other machines can reach"
      },
      "history": {
        "takes": "file",
        "says": "write all requests and responses: as HAR to a file named *.har, else as a history for judge",
        "once": true
      },
      "alone": {
        "says": "nothing else uses or changes these accounts meanwhile",
        "once": true
      }
    },
    "shares": [
      "target",
      "only",
      "ca",
      "baseline",
      "against",
      "report",
      "allowIncomplete",
      "quiet",
      "verbose"
    ]
  },
  "explore": {
    "form": "explore",
    "says": "search a target for faults that no scenario describes, within --max-credits",
    "flags": {
      "steps": {
        "takes": "n",
        "is": "positive",
        "says": "number of requests; confirmations of findings are extra",
        "preset": 400
      },
      "seed": {
        "takes": "n",
        "is": "whole",
        "says": "repeat the choices of an earlier exploration"
      },
      "plan": {
        "says": "show what it would do and cost, and send nothing"
      },
      "packs": {
        "takes": "folder",
        "says": "write each finding as a pack, for replay and --pack"
      },
      "ledger": {
        "takes": "file",
        "says": "add up credits in this file, so that --max-credits holds for all explorations with it"
      }
    },
    "shares": [
      "target",
      "apiKey",
      "profile",
      "maxCredits",
      "maxRequests",
      "maxTime",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout",
      "quiet"
    ]
  },
  "replay": {
    "form": "replay <files...>",
    "says": "send packs of findings again; each is fixed, still broken, or cannot be replayed",
    "flags": {},
    "shares": [
      "target",
      "apiKey",
      "profile",
      "maxCredits",
      "maxRequests",
      "maxTime",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout",
      "quiet"
    ]
  },
  "compare": {
    "form": "compare <url-a> <url-b>",
    "says": "send the same kinds of requests to two targets, and report how the responses differ; postings are not compared",
    "flags": {
      "steps": {
        "takes": "n",
        "is": "positive",
        "says": "number of requests to each target",
        "preset": 400
      },
      "seed": {
        "takes": "n",
        "is": "whole",
        "says": "repeat the choices of an earlier comparison"
      },
      "adminUrlB": {
        "takes": "url",
        "says": "admin API of the second target, if it is a mock; --admin-url is for the first"
      }
    },
    "shares": [
      "apiKey",
      "profile",
      "maxCredits",
      "maxRequests",
      "maxTime",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout",
      "quiet"
    ]
  },
  "workbench": {
    "form": "workbench [files...]",
    "says": "the suite in a browser: choose and run scenarios, and read results, stored runs, HAR files and histories of traffic",
    "flags": {
      "port": {
        "takes": "n",
        "is": "whole",
        "says": "port to listen on, for this machine only; 0 takes a free port",
        "preset": 4030
      },
      "packs": {
        "takes": "folder",
        "says": "folder for saved packs; the workbench writes packs nowhere else",
        "preset": "packs"
      }
    },
    "shares": [
      "target",
      "apiKey",
      "profile",
      "pack",
      "maxCredits",
      "maxRequests",
      "allowThrottling",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout"
    ]
  }
} as const;
