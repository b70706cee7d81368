/** The first words to Claude, with pictures. */
import { AddPicture, PictureList } from '../composer/picture-list.tsx';
import { type Pictures, pastedPictures } from '../composer/use-pictures.ts';

interface PromptFieldProps {
  readonly label: string;
  readonly value: string;
  readonly pictures: Pictures;
  readonly onChange: (prompt: string) => void;
}

export function PromptField({ label, value, pictures, onChange }: PromptFieldProps) {
  return (
    <div class="prompt-field">
      <label>
        <span class="label">{label}</span>
        <textarea
          class="field"
          rows={4}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
          onPaste={(event) => void pictures.attach(pastedPictures(event))}
        />
      </label>
      <PictureList pictures={pictures} />
      <AddPicture pictures={pictures} class="button small">
        Add a picture
      </AddPicture>
    </div>
  );
}
