/** Escapes characters in untrusted texts that control a terminal, a log of CI or a report. JSON keeps its meaning. */

/** Control characters except line break and tab; line separators; format characters, which are invisible or reverse text. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Halves of a surrogate pair, which UTF-8 cannot encode. */
export const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Commands to CI runners: `::` at the start of a line (GitHub), and `##[`, `##vso[` and `##teamcity[` anywhere in it
 * (GitHub, Azure, TeamCity). GitLab's and Travis's sections need a carriage return or an escape, which are controls.
 */
const COMMANDS = /(?<=^[^\S\n]*):(?=:)|#(?=#(?:\[|vso\[|teamcity\[))/gim;

/** Keeps line breaks and tabs. */
export function visible(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(UNSEEN, escaped)
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(COMMANDS, escaped);
}

/** Escapes line breaks and tabs, too, so that the text stays on one line. */
export function visibleInLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, escaped);
}

function escaped(chars: string): string {
  return chars.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
