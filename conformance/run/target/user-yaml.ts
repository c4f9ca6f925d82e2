/** The YAML file that a flag names. */
import { UsageError } from '../../values/usage-error.js';
import { readYaml, YamlError, type YamlFile } from '../../files/yaml.js';

/** Throws UsageError that names flag, file and line. */
export function readUserYaml(flag: string, path: string): YamlFile {
  try {
    return readYaml(path);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const [{ line, message } = { line: 1, message: '' }] = error.problems;
    throw new UsageError(
      message.startsWith('cannot be read')
        ? `${flag} ${path} ${message}. Name an existing YAML file.`
        : `${flag} ${path}:${line}: ${message}`,
    );
  }
}
