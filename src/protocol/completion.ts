/** Completions: slash commands and files for a prompt, folders for a new session. */
import { z } from 'zod';

/** A slash command of a session. */
export const slashCommandSchema = z.object({
  /** Without the slash. */
  name: z.string(),
  about: z.string().optional(),
  /** The arguments, such as `<model>`. */
  hint: z.string().optional(),
});
export type SlashCommand = z.infer<typeof slashCommandSchema>;

/** `GET /api/sessions/:id/commands`: empty if the run does not report them. */
export const commandListSchema = z.object({ items: z.array(slashCommandSchema) });
export type CommandList = z.infer<typeof commandListSchema>;

/** A model that Claude Code offers. */
export const modelSchema = z.object({
  /** What to choose: an alias such as `opus`, or `default`. */
  value: z.string(),
  name: z.string(),
  about: z.string().optional(),
  /** The model that the value stands for now. */
  resolved: z.string().optional(),
});
export type Model = z.infer<typeof modelSchema>;

/** `GET /api/sessions/:id/models`: empty if the run does not report them. */
export const modelListSchema = z.object({ items: z.array(modelSchema) });
export type ModelList = z.infer<typeof modelListSchema>;

/** `GET /api/sessions/:id/files` */
export const fileQuerySchema = z.strictObject({
  /** Part of a path. */
  q: z.string().max(200).default(''),
  /** The most paths to return. */
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type FileQuery = z.infer<typeof fileQuerySchema>;

/** Paths below the session's folder, best first; empty if the folder is on another machine. */
export const fileListSchema = z.object({ items: z.array(z.string()) });
export type FileList = z.infer<typeof fileListSchema>;

/** `GET /api/folders` */
export const folderQuerySchema = z.strictObject({
  /** An absolute path, or one that starts with `~`; by default, the home folder. */
  path: z.string().max(4096).optional(),
});

/** A folder on the hub's machine. */
export const folderSchema = z.object({
  path: z.string(),
  /** Whether it is a git repository. */
  is_git: z.boolean(),
});
export type Folder = z.infer<typeof folderSchema>;

/** A folder, and those in it to choose from. */
export const folderListSchema = z.object({
  /** The folder itself, as an absolute path. */
  path: z.string(),
  /** Whether it is a git repository. */
  is_git: z.boolean(),
  /** Missing for the root folder. */
  parent: z.string().optional(),
  /** The folders in it, by name, without hidden ones; at most 500. */
  items: z.array(folderSchema),
  /** The folders of the newest sessions that still exist, newest first. */
  recent: z.array(folderSchema),
});
export type FolderList = z.infer<typeof folderListSchema>;
