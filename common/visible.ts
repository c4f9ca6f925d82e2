/**
 * Texts of others (of a target, a caller, a file, an argument) as they may stand on a terminal, in a log of CI or in a
 * report: what would act there is made visible. In JSON the result means the same as before.
 */

/**
 * Controls (C0, DEL, C1) but line breaks and tabs, separators of lines, and Unicode's format characters: those that turn
 * the direction of writing, that have no width, or that hide what stands there.
 */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Halves of a character, which UTF-8 cannot hold. */
export const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * What runners of CI obey: `::` at the beginning of a line (GitHub), and `##[`, `##vso[` and `##teamcity[` anywhere in it
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

/** Without any line break or tab, too, so that the text stays on the line where it is put. */
export function visibleInLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, escaped);
}

function escaped(chars: string): string {
  let codes = '';
  for (let at = 0; at < chars.length; at += 1)
    codes += `\\u${chars.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return codes;
}
