import type { Migration } from './migration.ts'

/** A picture that a diagnostic question is shown with. Frozen questions have none: it changes nothing of what is asked. */
export const picturesOfQuestions: Migration = {
  name: '0078-pictures-of-questions',
  async up(run) {
    await run('alter table question add column image text check (char_length(image) <= 2048)')
  },
}
