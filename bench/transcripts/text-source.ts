/**
 * The text of generated transcripts: prose, code, logs, errors, paths, Chinese and Japanese, in lines that repeat as real
 * ones do.
 */
import { type Random, randomFrom } from './random.ts';

const SYLLABLES =
  'ba co de fi gra hu in jo ka lo mi ne or pa que re so ta un ver wi xe yo za tion ment ing er al ic sub pre ses trans'.split(
    ' ',
  );
const COMMON =
  'the a of to and in is it for on that with this as be are not when which from by file test function value error now we then'.split(
    ' ',
  );
const CHINESE =
  '检查配置文件中的错误并重新运行测试确认会话已经恢复正常因为数据库连接超时所以需要增加重试次数';
const JAPANESE = '設定ファイルを確認してテストをもう一度実行しますセッションは正常に終了しました';
const ERRORS = ['ENOENT', 'EACCES', 'ECONNREFUSED', 'TS2345', 'TS7006', 'E0308', 'ERR_MODULE_NOT_FOUND'];
const FLAGS = ['--no-verify', '--watch', '--max-old-space-size=4096', '--dry-run', '--project', '-rf'];
const WORDS = 24_000;
const LINES = 30_000;
/** Adjacent lines are about the same things, like those of one file. */
const LINES_OF_TOPIC = 120;
const NAMES_OF_TOPIC = 40;

export interface TextSource {
  readonly paths: readonly string[];
  prompt(random: Random): string;
  prose(random: Random, bytes: number): string;
  code(random: Random, bytes: number): string;
  output(random: Random, bytes: number): string;
}

export function textSource(seed: number): TextSource {
  const random = randomFrom(seed);
  const words = Array.from({ length: WORDS }, () => makeWord(random));
  const word = () => (random.below(3) === 0 ? random.pick(COMMON) : (words[random.skewed(WORDS)] as string));
  const makeName = () => {
    const parts = [word(), word(), word()].slice(0, 1 + random.below(3));
    return random.below(3) === 0
      ? parts.join('_')
      : parts.map((part, at) => (at ? capital(part) : part)).join('');
  };
  let names: string[] = [];
  const identifier = () => names[random.skewed(NAMES_OF_TOPIC)] as string;
  const paths = Array.from(
    { length: 3000 },
    () => `src/${word()}/${word()}-${word()}.${random.pick(['ts', 'py', 'go', 'md'])}`,
  );
  const lines = (make: () => string) =>
    Array.from({ length: LINES }, (_, index) => {
      if (index % LINES_OF_TOPIC === 0) names = Array.from({ length: NAMES_OF_TOPIC }, makeName);
      return make();
    });
  const prose = lines(() => makeSentence(random, word));
  const code = lines(() => makeCode(random, identifier, paths));
  const output = lines(() => makeOutput(random, identifier, paths));
  return {
    paths,
    prompt: (from) => from.pick(prose),
    prose: (from, bytes) => gather(from, prose, bytes, ' '),
    code: (from, bytes) => gather(from, code, bytes, '\n'),
    output: (from, bytes) => gather(from, output, bytes, '\n'),
  };
}

function makeWord(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(SYLLABLES)).join('');
}

function makeSentence(random: Random, word: () => string): string {
  if (random.below(20) === 0) return `${slice(random, random.below(2) ? CHINESE : JAPANESE)}。`;
  const sentence = Array.from({ length: 6 + random.below(14) }, word).join(' ');
  return `${capital(sentence)}.`;
}

function makeCode(random: Random, identifier: () => string, paths: readonly string[]): string {
  const indent = '  '.repeat(random.below(5));
  switch (random.below(6)) {
    case 0:
      return `${indent}const ${identifier()} = await ${identifier()}(${identifier()}, ${random.below(5000)});`;
    case 1:
      return `${indent}if (${identifier()} !== undefined && ${identifier()}.length > ${random.below(99)}) {`;
    case 2:
      return `import { ${identifier()} } from '../${random.pick(paths)}';`;
    case 3:
      return `${indent}// ${Array.from({ length: 8 }, identifier).join(' ')}`;
    case 4:
      return `${indent}return ${identifier()}.map((${identifier()}) => ${identifier()}.${identifier()});`;
    default:
      return `${indent}}`;
  }
}

function makeOutput(random: Random, identifier: () => string, paths: readonly string[]): string {
  const path = random.pick(paths);
  switch (random.below(5)) {
    case 0:
      return `${path}:${random.below(900)}:${random.below(80)} - error ${random.pick(ERRORS)}: ${identifier()} is not assignable to ${identifier()}`;
    case 1:
      return `    at ${identifier()} (/home/dev/${path}:${random.below(900)}:${random.below(80)})`;
    case 2:
      return ` ✓ ${identifier()} ${identifier()} ${identifier()} (${random.below(4000)} ms)`;
    case 3:
      return `$ npx ${identifier()} ${random.pick(FLAGS)} ${path} # ${random.uuid().slice(0, 8)}`;
    default:
      return `${random.below(9999)}\t${identifier()}: ${identifier()} ${identifier()} ${identifier()}`;
  }
}

/** Adjacent lines, from a random one on. */
function gather(random: Random, lines: readonly string[], bytes: number, between: string): string {
  const from = random.below(lines.length);
  let end = from;
  for (let size = 0; size < bytes && end < lines.length; end++) size += (lines[end]?.length ?? 0) + 1;
  return lines.slice(from, end).join(between);
}

function slice(random: Random, text: string): string {
  const from = random.below(text.length - 6);
  return text.slice(from, from + 6 + random.below(20));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
