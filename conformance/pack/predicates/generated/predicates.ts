// Generated from conformance/pack/predicates/predicates.yaml by `npm run generate`; do not edit.

export const KINDS = {
  "anything": {
    "hint": "$expr",
    "schema": {}
  },
  "comparison": {
    "hint": "== != < <= > >=",
    "schema": {
      "enum": [
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">="
      ]
    }
  },
  "date": {
    "hint": "date",
    "schema": {
      "type": "string"
    }
  },
  "isTrue": {
    "hint": "true",
    "schema": {
      "type": "boolean"
    }
  },
  "jobField": {
    "hint": "name",
    "schema": {
      "$ref": "#/$defs/job-field"
    }
  },
  "operand": {
    "hint": "operand",
    "schema": {
      "$ref": "#/$defs/operand"
    }
  },
  "pattern": {
    "hint": "text",
    "schema": {
      "type": "string",
      "format": "regex"
    }
  },
  "pointer": {
    "hint": "/pointer",
    "schema": {
      "$ref": "#/$defs/pointer"
    }
  },
  "pointers": {
    "hint": "[/pointer]",
    "schema": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^/"
      }
    }
  },
  "readingId": {
    "hint": "id",
    "schema": {
      "$ref": "#/$defs/reading-id"
    }
  },
  "steps": {
    "hint": "step or [..]",
    "schema": {
      "anyOf": [
        {
          "type": "string"
        },
        {
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 1
        }
      ]
    }
  },
  "text": {
    "hint": "text",
    "schema": {
      "type": "string"
    }
  },
  "texts": {
    "hint": "[..]",
    "schema": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "minItems": 1
    }
  },
  "itemField": {
    "hint": "name or /pointer",
    "schema": {
      "type": "string"
    }
  },
  "days": {
    "hint": "0",
    "schema": {
      "type": "integer",
      "minimum": 0
    }
  },
  "terms": {
    "hint": "[term]",
    "schema": {}
  },
  "mode": {
    "hint": "and or",
    "schema": {
      "enum": [
        "and",
        "or"
      ]
    }
  },
  "group": {
    "hint": "group",
    "schema": {}
  },
  "groups": {
    "hint": "[group]",
    "schema": {}
  },
  "order": {
    "hint": "ascending descending",
    "schema": {
      "enum": [
        "ascending",
        "descending"
      ]
    }
  },
  "headerFormat": {
    "hint": "uuid integer operation-key json text text-or-json",
    "schema": {
      "enum": [
        "uuid",
        "integer",
        "operation-key",
        "json",
        "text",
        "text-or-json"
      ]
    }
  },
  "losses": {
    "hint": "[connection timeout aborted too-large]",
    "schema": {
      "type": "array",
      "items": {
        "enum": [
          "connection",
          "timeout",
          "aborted",
          "too-large"
        ]
      },
      "minItems": 1
    }
  },
  "statusChoices": {
    "hint": "{ '403': choice }",
    "schema": {
      "type": "object",
      "minProperties": 1,
      "propertyNames": {
        "pattern": "^[1-5][0-9][0-9]$"
      },
      "additionalProperties": {
        "type": "string"
      }
    }
  },
  "statuses": {
    "hint": "[200, 429]",
    "schema": {
      "type": "array",
      "items": {
        "type": "integer"
      },
      "minItems": 1
    }
  },
  "statusCount": {
    "hint": "'200': 1",
    "schema": {
      "anyOf": [
        {
          "type": "integer"
        },
        {
          "type": "object",
          "properties": {
            "equals": {
              "anyOf": [
                {
                  "type": "number"
                },
                {
                  "$ref": "#/$defs/expression"
                }
              ]
            },
            "at-least": {
              "anyOf": [
                {
                  "type": "number"
                },
                {
                  "$ref": "#/$defs/expression"
                }
              ]
            },
            "at-most": {
              "anyOf": [
                {
                  "type": "number"
                },
                {
                  "$ref": "#/$defs/expression"
                }
              ]
            }
          },
          "additionalProperties": false
        }
      ]
    }
  },
  "errorForm": {
    "hint": "detail detail-list envelope text",
    "schema": {
      "enum": [
        "detail",
        "detail-list",
        "envelope",
        "text"
      ]
    }
  },
  "readingChoices": {
    "hint": "[{ choice, when: condition }]",
    "schema": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "choice": {
            "type": "string"
          },
          "when": {
            "type": "string"
          }
        },
        "required": [
          "choice",
          "when"
        ],
        "additionalProperties": false
      },
      "minItems": 1
    }
  },
  "otherwise": {
    "hint": "fail inconclusive",
    "schema": {
      "enum": [
        "fail",
        "inconclusive"
      ]
    }
  }
} as const;

export const PREDICATES = {
  "compare": {
    "holdsWhen": "the comparison is true; a missing operand equals nothing",
    "restsOnData": true,
    "arguments": {
      "left": "operand",
      "is": "comparison",
      "right": "operand"
    }
  },
  "sold": {
    "holdsWhen": "the answers of the step charge at least so many credits together, one if unsaid; assume it before a check of charging, since jobs that are paid for are free on any target",
    "restsOnData": true,
    "arguments": {
      "at-least?": "operand"
    }
  },
  "value": {
    "holdsWhen": "the value matches; exact about case and type",
    "restsOnData": true,
    "arguments": {
      "of": "anything"
    },
    "takes": "matchers"
  },
  "disjoint-jobs": {
    "holdsWhen": "this step and the others have no job in common. It skips jobs without a URL, and jobs that an answer with duplicates contains twice",
    "restsOnData": true,
    "arguments": {
      "with": "steps"
    }
  },
  "distinct-jobs": {
    "holdsWhen": "no job comes twice in this step and those of `with`. It skips jobs without a URL, because two postings may be alike, and jobs that an answer with duplicates contains twice",
    "restsOnData": true,
    "arguments": {
      "with?": "steps"
    }
  },
  "duplicates": {
    "holdsWhen": "so many jobs, over all answers of the step, agree word for word with another in employer, title, place and description",
    "restsOnData": true,
    "arguments": {
      "equals?": "operand",
      "at-least?": "operand"
    }
  },
  "every-job": {
    "holdsWhen": "every returned job matches; passes on no job at all, so assume or compare a count beside it",
    "arguments": {},
    "takes": "jobCondition"
  },
  "job-count": {
    "holdsWhen": "so many jobs came, over all answers of the step",
    "restsOnData": true,
    "arguments": {
      "equals?": "operand",
      "at-least?": "operand",
      "at-most?": "operand"
    }
  },
  "no-job": {
    "holdsWhen": "no job matches",
    "arguments": {},
    "takes": "jobCondition"
  },
  "same-jobs": {
    "holdsWhen": "the same jobs came, each as many times, alike in all or in what `by` names; with `order` in the same order",
    "restsOnData": true,
    "arguments": {
      "with": "steps",
      "by?": "jobField",
      "order?": "isTrue"
    }
  },
  "some-job": {
    "holdsWhen": "at least one job matches",
    "restsOnData": true,
    "arguments": {},
    "takes": "jobCondition"
  },
  "subset-of": {
    "holdsWhen": "every job here is one of theirs, alike in all or in what `by` names",
    "restsOnData": true,
    "arguments": {
      "with": "steps",
      "by?": "jobField"
    }
  },
  "superset-of": {
    "holdsWhen": "every job of theirs is here, alike in all or in what `by` names",
    "restsOnData": true,
    "arguments": {
      "with": "steps",
      "by?": "jobField"
    }
  },
  "total-found": {
    "holdsWhen": "compares `total_jobs_found` of the last answer with that of `with`, or with the sum of several steps",
    "restsOnData": true,
    "arguments": {
      "is": "comparison",
      "with": "steps"
    }
  },
  "date-within": {
    "holdsWhen": "every date that is not null lies within, both ends included (the bounds are a reading); `field` is Post Date if unsaid",
    "arguments": {
      "from?": "date",
      "to?": "date",
      "field?": "jobField",
      "slack-days?": "days"
    }
  },
  "keyword-match": {
    "holdsWhen": "every job matches by the loosest lawful reading; with `excluded` no job matches by the strictest. `title`, `description`, `mode` are a keywords object; `group` is an advanced group, of `groups` all must match. A text that is null matches nothing",
    "arguments": {
      "title?": "terms",
      "description?": "terms",
      "mode?": "mode",
      "group?": "group",
      "groups?": "groups",
      "excluded?": "isTrue"
    }
  },
  "distinct-items": {
    "holdsWhen": "no two items of the list are alike, or alike in what `by` leads to",
    "arguments": {
      "list": "pointer",
      "by?": "pointer"
    }
  },
  "every-item": {
    "holdsWhen": "every item of the list matches",
    "arguments": {
      "list": "pointer"
    },
    "takes": "itemCondition"
  },
  "items-within": {
    "holdsWhen": "every item here is one there; `with-list` is `list` if unsaid",
    "arguments": {
      "list": "pointer",
      "with": "steps",
      "with-list?": "pointer"
    }
  },
  "no-item": {
    "holdsWhen": "no item matches",
    "arguments": {
      "list": "pointer"
    },
    "takes": "itemCondition"
  },
  "same-items": {
    "holdsWhen": "both lists hold the same items in the same order; `with-list` is `list` if unsaid",
    "arguments": {
      "list": "pointer",
      "with": "steps",
      "with-list?": "pointer"
    }
  },
  "some-item": {
    "holdsWhen": "at least one item matches",
    "arguments": {
      "list": "pointer"
    },
    "takes": "itemCondition"
  },
  "sorted": {
    "holdsWhen": "the list is in order; alphabetical order by code point and as in a dictionary both pass",
    "arguments": {
      "list": "pointer",
      "by?": "pointer",
      "order?": "order",
      "ignoring-case?": "isTrue"
    }
  },
  "same-body": {
    "holdsWhen": "the bodies are equal JSON; without `with` those of the copies and rounds of this step",
    "arguments": {
      "with?": "steps",
      "except?": "pointers"
    }
  },
  "same-bytes": {
    "holdsWhen": "the bodies are equal byte for byte",
    "arguments": {
      "with?": "steps"
    }
  },
  "header-absent": {
    "holdsWhen": "no answer has the header",
    "arguments": {
      "name": "text"
    }
  },
  "header-differs": {
    "holdsWhen": "no two answers have the same value; without `with` among those of this step",
    "arguments": {
      "name": "text",
      "with?": "steps"
    }
  },
  "header-equals": {
    "holdsWhen": "the header is exactly that in every answer",
    "arguments": {
      "name": "text",
      "value": "text"
    }
  },
  "header-format": {
    "holdsWhen": "the header has that form in every answer",
    "arguments": {
      "name": "text",
      "format?": "headerFormat",
      "match?": "pattern"
    }
  },
  "header-present": {
    "holdsWhen": "every answer has the header, and it is not empty",
    "arguments": {
      "name": "text"
    }
  },
  "header-same": {
    "holdsWhen": "all answers have the same value; without `with` those of this step",
    "arguments": {
      "name": "text",
      "with?": "steps"
    }
  },
  "no-response": {
    "holdsWhen": "the answer was lost, as planned; the step then needs no criteria",
    "expectsNoAnswer": true,
    "arguments": {
      "kinds?": "losses"
    }
  },
  "one-of-status": {
    "holdsWhen": "the status is one of them; the choice of the reading is reported as seen",
    "arguments": {
      "choices": "statusChoices",
      "reading?": "readingId"
    }
  },
  "responded": {
    "holdsWhen": "every copy and round was answered",
    "arguments": {}
  },
  "status-counts": {
    "holdsWhen": "each status came so often over copies and rounds: `'200': 1` or `{ at-least, at-most, equals }`; with `only` no other status came",
    "arguments": {
      "only?": "statuses"
    },
    "patterns": {
      "^[1-5][0-9][0-9]$": "statusCount"
    }
  },
  "detail-mentions": {
    "holdsWhen": "the error's words (detail, its msgs, or the envelope's message) hold the text, or one of several, ignoring case",
    "arguments": {
      "text?": "text",
      "any-of?": "texts"
    }
  },
  "error-form": {
    "holdsWhen": "the body has that error form, and the code if one is given",
    "arguments": {
      "form": "errorForm",
      "code?": "text"
    }
  },
  "reading": {
    "holdsWhen": "a choice has a simple condition that holds; the first such is reported as seen. None: fails, or is reported as none of them and leaves the scenario inconclusive",
    "restsOnData": true,
    "arguments": {
      "reading": "readingId",
      "choices": "readingChoices",
      "otherwise?": "otherwise"
    }
  }
} as const;
