/**
 * `npm run opinions [-- prism|respect]`: what tools that are not ours say of the mock, the document and the packs. Exits 1
 * when one of them holds anything against us.
 */
import { askPrism } from './prism.js';
import { askRespect } from './respect.js';

const OPINIONS: Readonly<Record<string, () => Promise<string[]>>> = {
  prism: async () => {
    const { judged, complaints } = await askPrism();
    console.log(
      `prism    ${judged} exchanges judged through its validation proxy, ${complaints.length} complaints.`,
    );
    return complaints;
  },
  respect: async () => {
    const { judged, leftOut, faulty, complaints } = await askRespect();
    console.log(`respect  ${judged} scenarios judged by both runners, ${complaints.length} complaints.`);
    for (const { mutant, judged, failed } of faulty)
      console.log(`         ${mutant}: of ${judged} scenarios ${failed} fail under both.`);
    for (const [reason, count] of [...leftOut].sort((a, b) => b[1] - a[1]))
      console.log(`         left out ${count}: ${reason}`);
    return complaints;
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(OPINIONS, name));
if (unknown !== undefined) {
  console.error(`There is no opinion of "${unknown}". Ask ${Object.keys(OPINIONS).join(' or ')}.`);
  process.exit(2);
}
let complaints = 0;
for (const [name, ask] of Object.entries(OPINIONS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const complaint of await ask()) {
    complaints += 1;
    console.log(`${name}: ${complaint}`);
  }
}
process.exitCode = complaints === 0 ? 0 : 1;
