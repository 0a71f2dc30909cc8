import type { Generated } from 'kysely'

/** A photo that proves what a test found. */
export interface EvidencePhotoTable {
  readonly account_id: string
  readonly id: string
  readonly item_id: string
  readonly question_id: string | null
  readonly user_id: string
  readonly device_id: string
  readonly sha256: Buffer
  readonly size_bytes: number
  readonly media_type: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly received_bytes: Generated<number>
  readonly width: number | null
  readonly height: number | null
  readonly taken_at: Date
  readonly created_at: Generated<Date>
  readonly uploaded_at: Date | null
}

/** A part of a photo's bytes, from an offset on. */
export interface EvidenceChunkTable {
  readonly account_id: string
  readonly photo_id: string
  readonly offset_bytes: number
  readonly bytes: Buffer
}
