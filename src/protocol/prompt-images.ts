/** The images of a prompt. Items only count them: they are large. */
import { z } from 'zod';

/** `GET /api/sessions/:id/images` */
export const promptImagesQuerySchema = z.strictObject({
  /** The `id` of the prompt in the conversation. */
  item: z.string().min(1).max(200),
  /** Its `position`, which makes it faster to find. */
  position: z.coerce.number().min(0).default(0),
});
export type PromptImagesQuery = z.infer<typeof promptImagesQuerySchema>;

export const promptImageListSchema = z.object({
  items: z.array(
    z.object({
      media_type: z.string(),
      /** Base64. */
      data: z.string(),
    }),
  ),
});
export type PromptImageList = z.infer<typeof promptImageListSchema>;
