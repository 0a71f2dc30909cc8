import type { Migration } from './migration.ts'

/** Uploads of photos that have not come to their end are few, and counted at each announcement. */
export const openUploads: Migration = {
  name: '0108-open-uploads',
  async up(run) {
    await run(`
create index evidence_photo_open on evidence_photo (account_id, device_id) where uploaded_at is null;
`)
  },
}
