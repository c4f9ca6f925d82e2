// Generated from conformance/pack/predicates/predicates.yaml by `npm run generate`; do not edit.

import type { KeywordGroup } from '../../../model/keywords.js';

export interface ArgumentsOf {
  'compare': { readonly 'left': number | string | Readonly<Record<string, unknown>>; readonly 'is': '==' | '!=' | '<' | '<=' | '>' | '>='; readonly 'right': number | string | Readonly<Record<string, unknown>> };
  'sold': { readonly 'at-least': number | string | Readonly<Record<string, unknown>> | undefined };
  'value': { readonly 'of': unknown };
  'reading': { readonly 'reading': string; readonly 'choices': readonly { choice: string; when: string }[]; readonly 'otherwise': 'fail' | 'inconclusive' | undefined };
  'disjoint-jobs': { readonly 'with': string | readonly string[] };
  'distinct-jobs': { readonly 'with': string | readonly string[] | undefined };
  'duplicates': { readonly 'equals': number | string | Readonly<Record<string, unknown>> | undefined; readonly 'at-least': number | string | Readonly<Record<string, unknown>> | undefined };
  'every-job': {  };
  'job-count': { readonly 'equals': number | string | Readonly<Record<string, unknown>> | undefined; readonly 'at-least': number | string | Readonly<Record<string, unknown>> | undefined; readonly 'at-most': number | string | Readonly<Record<string, unknown>> | undefined };
  'no-job': {  };
  'same-jobs': { readonly 'with': string | readonly string[]; readonly 'by': string | undefined; readonly 'order': boolean | undefined };
  'some-job': {  };
  'subset-of': { readonly 'with': string | readonly string[]; readonly 'by': string | undefined };
  'superset-of': { readonly 'with': string | readonly string[]; readonly 'by': string | undefined };
  'total-found': { readonly 'is': '==' | '!=' | '<' | '<=' | '>' | '>='; readonly 'with': string | readonly string[] };
  'date-within': { readonly 'from': string | undefined; readonly 'to': string | undefined; readonly 'field': string | undefined; readonly 'slack-days': number | undefined };
  'keyword-match': { readonly 'title': readonly string[] | undefined; readonly 'description': readonly string[] | undefined; readonly 'mode': 'and' | 'or' | undefined; readonly 'group': KeywordGroup | undefined; readonly 'groups': readonly KeywordGroup[] | undefined; readonly 'excluded': boolean | undefined };
  'distinct-items': { readonly 'list': string; readonly 'by': string | undefined };
  'every-item': { readonly 'list': string };
  'items-within': { readonly 'list': string; readonly 'with': string | readonly string[]; readonly 'with-list': string | undefined };
  'no-item': { readonly 'list': string };
  'same-items': { readonly 'list': string; readonly 'with': string | readonly string[]; readonly 'with-list': string | undefined };
  'some-item': { readonly 'list': string };
  'sorted': { readonly 'list': string; readonly 'by': string | undefined; readonly 'order': 'ascending' | 'descending' | undefined; readonly 'ignoring-case': boolean | undefined };
  'same-body': { readonly 'with': string | readonly string[] | undefined; readonly 'except': readonly string[] | undefined };
  'same-bytes': { readonly 'with': string | readonly string[] | undefined };
  'header-absent': { readonly 'name': string };
  'header-differs': { readonly 'name': string; readonly 'with': string | readonly string[] | undefined };
  'header-equals': { readonly 'name': string; readonly 'value': string };
  'header-format': { readonly 'name': string; readonly 'format': 'uuid' | 'integer' | 'operation-key' | 'json' | 'text' | 'text-or-json' | undefined; readonly 'match': string | undefined };
  'header-present': { readonly 'name': string };
  'header-same': { readonly 'name': string; readonly 'with': string | readonly string[] | undefined };
  'detail-mentions': { readonly 'text': string | undefined; readonly 'any-of': readonly string[] | undefined };
  'error-form': { readonly 'form': 'detail' | 'detail-list' | 'envelope' | 'text'; readonly 'code': string | undefined };
  'no-response': { readonly 'kinds': readonly ('connection' | 'timeout' | 'aborted' | 'too-large')[] | undefined };
  'one-of-status': { readonly 'choices': Readonly<Record<string, string>>; readonly 'reading': string | undefined };
  'responded': {  };
  'status-counts': { readonly 'only': readonly number[] | undefined };
}

/** The entry of a predicate in `predicates.yaml`; `arguments` holds the kind of each. */
export interface Stated {
  restsOnData?: boolean;
  expectsNoAnswer?: boolean;
  arguments: Readonly<Record<string, string>>;
}

export const STATED: Readonly<Record<keyof ArgumentsOf, Stated>> = {
  "compare": {
    "restsOnData": true,
    "arguments": {
      "left": "operand",
      "is": "comparison",
      "right": "operand"
    }
  },
  "sold": {
    "restsOnData": true,
    "arguments": {
      "at-least": "operand"
    }
  },
  "value": {
    "restsOnData": true,
    "arguments": {
      "of": "anything"
    }
  },
  "reading": {
    "restsOnData": true,
    "arguments": {
      "reading": "readingId",
      "choices": "readingChoices",
      "otherwise": "otherwise"
    }
  },
  "disjoint-jobs": {
    "restsOnData": true,
    "arguments": {
      "with": "steps"
    }
  },
  "distinct-jobs": {
    "restsOnData": true,
    "arguments": {
      "with": "steps"
    }
  },
  "duplicates": {
    "restsOnData": true,
    "arguments": {
      "equals": "operand",
      "at-least": "operand"
    }
  },
  "every-job": {
    "arguments": {}
  },
  "job-count": {
    "restsOnData": true,
    "arguments": {
      "equals": "operand",
      "at-least": "operand",
      "at-most": "operand"
    }
  },
  "no-job": {
    "arguments": {}
  },
  "same-jobs": {
    "restsOnData": true,
    "arguments": {
      "with": "steps",
      "by": "jobField",
      "order": "isTrue"
    }
  },
  "some-job": {
    "restsOnData": true,
    "arguments": {}
  },
  "subset-of": {
    "restsOnData": true,
    "arguments": {
      "with": "steps",
      "by": "jobField"
    }
  },
  "superset-of": {
    "restsOnData": true,
    "arguments": {
      "with": "steps",
      "by": "jobField"
    }
  },
  "total-found": {
    "restsOnData": true,
    "arguments": {
      "is": "comparison",
      "with": "steps"
    }
  },
  "date-within": {
    "arguments": {
      "from": "date",
      "to": "date",
      "field": "jobField",
      "slack-days": "days"
    }
  },
  "keyword-match": {
    "arguments": {
      "title": "terms",
      "description": "terms",
      "mode": "mode",
      "group": "group",
      "groups": "groups",
      "excluded": "isTrue"
    }
  },
  "distinct-items": {
    "arguments": {
      "list": "pointer",
      "by": "pointer"
    }
  },
  "every-item": {
    "arguments": {
      "list": "pointer"
    }
  },
  "items-within": {
    "arguments": {
      "list": "pointer",
      "with": "steps",
      "with-list": "pointer"
    }
  },
  "no-item": {
    "arguments": {
      "list": "pointer"
    }
  },
  "same-items": {
    "arguments": {
      "list": "pointer",
      "with": "steps",
      "with-list": "pointer"
    }
  },
  "some-item": {
    "arguments": {
      "list": "pointer"
    }
  },
  "sorted": {
    "arguments": {
      "list": "pointer",
      "by": "pointer",
      "order": "order",
      "ignoring-case": "isTrue"
    }
  },
  "same-body": {
    "arguments": {
      "with": "steps",
      "except": "pointers"
    }
  },
  "same-bytes": {
    "arguments": {
      "with": "steps"
    }
  },
  "header-absent": {
    "arguments": {
      "name": "text"
    }
  },
  "header-differs": {
    "arguments": {
      "name": "text",
      "with": "steps"
    }
  },
  "header-equals": {
    "arguments": {
      "name": "text",
      "value": "text"
    }
  },
  "header-format": {
    "arguments": {
      "name": "text",
      "format": "headerFormat",
      "match": "pattern"
    }
  },
  "header-present": {
    "arguments": {
      "name": "text"
    }
  },
  "header-same": {
    "arguments": {
      "name": "text",
      "with": "steps"
    }
  },
  "detail-mentions": {
    "arguments": {
      "text": "text",
      "any-of": "texts"
    }
  },
  "error-form": {
    "arguments": {
      "form": "errorForm",
      "code": "text"
    }
  },
  "no-response": {
    "expectsNoAnswer": true,
    "arguments": {
      "kinds": "losses"
    }
  },
  "one-of-status": {
    "arguments": {
      "choices": "statusChoices",
      "reading": "readingId"
    }
  },
  "responded": {
    "arguments": {}
  },
  "status-counts": {
    "arguments": {
      "only": "statuses"
    }
  }
};
