// Generated from conformance/pack/language/matchers.yaml by `npm run generate`; do not edit.

export const MATCHERS = {
  "equals": {
    "says": "equal as JSON",
    "words": "equal to {}"
  },
  "not": {
    "says": "present, and not equal",
    "words": "other than {}"
  },
  "in": {
    "says": "equal to one of the list; entries of lookups compare by label and value",
    "words": "one of {}"
  },
  "not-in": {
    "says": "present, and equal to none of the list, compared as by `in`",
    "words": "none of {}"
  },
  "null": {
    "says": "`true`: null; `false`: present, and not null",
    "schema": {
      "type": "boolean"
    },
    "words": {
      "true": "null",
      "false": "not null"
    }
  },
  "no-name-of": {
    "says": "a name of another company: its words, initials and spelling do not match that name",
    "words": "no other name of {}"
  },
  "match": {
    "says": "a text that the regular expression finds (ECMAScript, `u`)",
    "schema": {
      "type": "string",
      "format": "regex"
    },
    "words": "a text matching {}"
  },
  "type": {
    "says": "string, number, integer, boolean, array, object, null",
    "schema": {
      "enum": [
        "string",
        "number",
        "integer",
        "boolean",
        "array",
        "object",
        "null"
      ]
    },
    "words": "of type {}"
  },
  "at-least": {
    "says": "≥; numbers, or dates as text",
    "words": "at least {}"
  },
  "at-most": {
    "says": "≤",
    "words": "at most {}"
  },
  "more-than": {
    "says": ">",
    "words": "more than {}"
  },
  "less-than": {
    "says": "<",
    "words": "less than {}"
  },
  "length-at-least": {
    "says": "a list or text of that length or longer",
    "words": "of length at least {}"
  },
  "length-at-most": {
    "says": "a list or text of that length or shorter",
    "words": "of length at most {}"
  },
  "contains": {
    "says": "a list that holds the item, a text that holds the part, an object that has the member; of several, all",
    "words": "holding {}"
  },
  "contains-any": {
    "says": "holds at least one of them",
    "words": "holding any of {}"
  },
  "lacks": {
    "says": "a list, text or object that does not hold it",
    "words": "lacking {}"
  },
  "lacks-any": {
    "says": "holds none of them",
    "words": "lacking all of {}"
  },
  "unique": {
    "says": "`true`: a list without two equal items",
    "schema": {
      "const": true
    },
    "words": "free of equal items"
  }
} as const;

export const MODIFIERS = {
  "ignoring-case": {
    "says": "`true`: text compares without regard to case",
    "schema": {
      "const": true
    }
  },
  "trimmed": {
    "says": "`true`: white space around the wanted text does not count",
    "schema": {
      "const": true
    }
  },
  "or-null": {
    "says": "`true`: null passes",
    "schema": {
      "const": true
    }
  }
} as const;
