/** `GET /api/sessions/:id/export`: a whole session as a file. */
import { z } from 'zod';

export const exportFormatSchema = z.enum(['markdown', 'html', 'json']);
/** The format of an export. */
export type ExportFormatName = z.infer<typeof exportFormatSchema>;

export const exportQuerySchema = z.object({
  format: exportFormatSchema.default('markdown'),
  /** Keeps secrets, which are masked by default; for operators. */
  raw: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
