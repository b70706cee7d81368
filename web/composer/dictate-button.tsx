/** Dictation with the browser's own speech recognition. Shows nothing in browsers that have none. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { Icon } from '../parts/icon.tsx';

/** The part of the Web Speech API that is used here. */
interface Recognition {
  lang: string;
  continuous: boolean;
  onresult: ((event: RecognitionResult) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
}

interface RecognitionResult {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}

type RecognitionClass = new () => Recognition;

const Recognition = (['SpeechRecognition', 'webkitSpeechRecognition'] as const)
  .map((name) => (globalThis as Partial<Record<string, unknown>>)[name] as RecognitionClass | undefined)
  .find(Boolean);

const PROBLEMS: Readonly<Record<string, string>> = {
  'not-allowed': t('The browser does not let this page use the microphone. Allow it in the site settings.'),
  'service-not-allowed': t('The browser does not let this page use speech recognition.'),
  'audio-capture': t('No microphone was found.'),
  network: t('The speech recognition of the browser cannot be reached.'),
};

interface DictateButtonProps {
  /** Adds what was said. */
  readonly onWords: (words: string) => void;
  readonly onProblem: (words: string) => void;
}

export function DictateButton({ onWords, onProblem }: DictateButtonProps) {
  const running = useRef<Recognition>();
  const [isOn, setOn] = useState(false);
  // Results arrive long after the render that started it.
  const latest = useRef({ onWords, onProblem });
  latest.current = { onWords, onProblem };
  useEffect(() => () => running.current?.stop(), []);
  if (!Recognition) return null;
  const start = (Class: RecognitionClass) => {
    const recognition = new Class();
    recognition.lang = navigator.language;
    recognition.continuous = true;
    recognition.onresult = ({ results, resultIndex }) => {
      const said = Array.from(results).slice(resultIndex);
      const words = said.flatMap((one) => (one.isFinal ? [one[0]?.transcript.trim() ?? ''] : []));
      if (words.join('') !== '') latest.current.onWords(words.join(' '));
    };
    recognition.onerror = ({ error }) => {
      const words = PROBLEMS[error];
      if (words) latest.current.onProblem(words);
    };
    recognition.onend = () => {
      running.current = undefined;
      setOn(false);
    };
    running.current = recognition;
    recognition.start();
    setOn(true);
  };
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t('Dictate')}
      title={t('Dictate')}
      aria-pressed={isOn}
      onClick={() => (isOn ? running.current?.stop() : start(Recognition))}
    >
      <Icon name={isOn ? 'stop' : 'microphone'} />
    </button>
  );
}

/** The text with what was said after it. */
export function withWords(text: string, words: string): string {
  return text === '' || /\s$/.test(text) ? `${text}${words}` : `${text} ${words}`;
}
