/** Reads YAML files that flags name. */
import { UsageError } from '../../values/usage-error.js';
import { parseYaml, readYamlText, YamlError, type YamlFile } from '../../files/yaml.js';

/** Throws UsageError that names flag, file and line. */
export function readUserYaml(flag: string, path: string): YamlFile {
  try {
    return parseYaml(readYamlText(path));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const [{ line, message } = { line: 1, message: '' }] = error.problems;
    throw new UsageError(
      line === 0 ? `${flag} ${path} ${message}. Name a YAML file.` : `${flag} ${path}:${line}: ${message}`,
    );
  }
}
