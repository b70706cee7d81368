/** Reads pictures from the clipboard, a file or the camera, and shrinks large ones. */
import { t } from '../../src/core/translate.ts';
import type { Picture } from '../../src/sdk/outgoing.ts';

/** Claude scales larger images down. */
const LONGEST_SIDE = 1568;
const MAX_BYTES = 3_500_000;

/** Throws if the file is not an image. */
export async function readPicture(file: Blob & { readonly name?: string }): Promise<Picture> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(
      t('{file} is not a supported image. Choose a PNG, JPEG, GIF or WebP file.', {
        file: file.name ?? t('This file'),
      }),
    );
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const isFine = scale === 1 && file.size < MAX_BYTES && /^image\/(png|jpeg|gif|webp)$/.test(file.type);
  const blob = isFine ? file : await shrink(bitmap, scale);
  const media_type = (isFine ? file.type : 'image/jpeg') as Picture['media_type'];
  return { name: file.name ?? 'picture', media_type, data: await toBase64(blob) };
}

async function shrink(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t('Failed to read the image. Try another one.')))),
      'image/jpeg',
      0.85,
    ),
  );
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(new Error(t('Failed to read the image. Try another one.')));
    reader.readAsDataURL(blob);
  });
}
