import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { TestItem } from '#tests/support/factories.ts'
import { broken, prepareQuarantineFloor, tokenOf } from '#tests/support/quarantine-floor.ts'

const day = 86_400_000
const { api, owner, account, queue, send, pass, declaredItem, testAs, release, mails, lettersOf, read, answer } =
  prepareQuarantineFloor()

const bytes = Buffer.from('the bytes of a photo')
let operatorId: string

beforeAll(() => {
  operatorId = api().accounts.userIds['warehouse_operator@retailer.example'] ?? ''
})

/** Keeps a photo of an item, whole unless told otherwise. */
async function addPhoto(item: TestItem, hasArrived = true): Promise<string> {
  const id = newId()
  await owner().query(
    `insert into evidence_photo (account_id, id, item_id, user_id, device_id, sha256, size_bytes, media_type, taken_at,
       received_bytes, width, height, uploaded_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'image/jpeg', now(), $8, $9, $9, case when $9::int is null then null else now() end)`,
    [
      account().id,
      id,
      item.id,
      operatorId,
      newId(),
      createHash('sha256').update(bytes).digest(),
      bytes.length,
      hasArrived ? bytes.length : 0,
      hasArrived ? 400 : null,
    ],
  )
  if (hasArrived)
    await owner().query(
      'insert into evidence_chunk (account_id, photo_id, offset_bytes, bytes) values ($1, $2, 0, $3)',
      [account().id, id, bytes],
    )
  return id
}

/** Tests an item as broken with photos, and answers the token of its proposal's link. */
async function proposedWith(item: TestItem, photoIds: readonly string[], comment?: string): Promise<string> {
  const { rows } = await owner().query<{ question: string }>(
    `select content -> 'questions' -> 0 ->> 'id' as question from questionnaire where account_id = $1`,
    [account().id],
  )
  const questionId = rows[0]!.question
  const outcome = await send(queue(), 'testItem', item, {
    warehouseId: account().warehouseId,
    answers: [{ questionId, answerId: broken }],
    photos: photoIds.map((photoId) => ({ photoId, questionId })),
    ...(comment !== undefined && { comment }),
  })
  expect(outcome).toBe('applied')
  await mails()()
  return tokenOf((await lettersOf(item)).at(-1))
}

const photo = (token: string, photoId: string, headers: Record<string, string> = {}) =>
  api().request(`/api/proposals/${token}/photos/${photoId}`, { headers })

describe('a proposal', () => {
  it('shows both prices line by line, what was found beside what was declared, and the photos that arrived', async () => {
    const item = await declaredItem()
    const [shown, late] = [await addPhoto(item), await addPhoto(item, false)]
    const token = await proposedWith(item, [shown, late])
    // The mail says it, too: who opens no link knows why the price fell.
    const [letter] = await lettersOf(item)
    expect(letter?.text.replaceAll(/\s+/g, ' ')).toContain('Screen – Answer 0 → Answer 1')
    const { body } = await read(token)
    expect(body).toMatchObject({
      declaredCents: 11_000,
      declaredLines: [
        { grade: 'grade_a', label: null, valueCents: 10_000 },
        { grade: null, label: 'Bonus', valueCents: 1_000 },
      ],
      proposedCents: 4_400,
      proposedLines: [
        { grade: 'grade_d', label: null, valueCents: 4_000 },
        { grade: null, label: 'Bonus', valueCents: 400 },
      ],
      questions: [{ title: 'Screen', declaredAnswer: 'Answer 0', foundAnswer: 'Answer 1' }],
      photos: [{ id: shown, width: 400, height: 400 }],
      photosComing: 1,
    })
    expect(await answer(token, 'accepted')).toMatchObject({ body: { state: 'accepted', photos: [{ id: shown }] } })
    expect(await read(token)).toMatchObject({ body: { questions: [{ foundAnswer: 'Answer 1' }] } })
  })

  it('that another test has replaced shows nothing of either', async () => {
    const item = await declaredItem()
    const shown = await addPhoto(item)
    const token = await proposedWith(item, [shown])
    expect((await photo(token, shown)).status).toBe(200)
    pass(1)
    expect(await release(item, 'test_again')).toBe('applied')
    pass(1)
    expect(await testAs(item, broken)).toBe('applied')
    await mails()()
    expect(await read(token)).toMatchObject({ body: { state: 'closed', proposedLines: [], questions: [], photos: [] } })
    expect((await photo(token, shown)).status).toBe(404)
  })
})

describe('the comment of the test', () => {
  const share = (isShared: boolean) =>
    owner().query(
      'update organization_root_detail set is_warehouse_comment_shared_to_client = $2 where account_id = $1',
      [account().id, isShared],
    )

  it('is shown with its proposal where the account shares it with its customers, and nowhere else (SET-03)', async () => {
    const [item, silent] = [await declaredItem(), await declaredItem()]
    const token = await proposedWith(item, [], ' Écran fendu en haut à gauche ')
    const wordless = await proposedWith(silent, [])
    const comments = async () => [(await read(token)).body, (await read(wordless)).body].map(({ comment }) => comment)
    expect(await comments()).toEqual([null, null])
    await share(true)
    expect(await comments()).toEqual(['Écran fendu en haut à gauche', null])
    pass(1)
    await release(item, 'test_again')
    pass(1)
    await testAs(item, broken)
    await mails()()
    expect(await comments()).toEqual([null, null])
    await share(false)
  })
})

describe('the photos behind a link', () => {
  it('are those of its own test and no others, for every holder of the link', async () => {
    const [item, other] = [await declaredItem(), await declaredItem()]
    const [own, unnamed, late, foreign] = [
      await addPhoto(item),
      await addPhoto(item),
      await addPhoto(item, false),
      await addPhoto(other),
    ]
    const token = await proposedWith(item, [own, late])
    const strangers = await proposedWith(other, [foreign])
    const answered = await photo(token, own)
    expect(answered.status).toBe(200)
    expect(answered.headers.get('content-type')).toBe('image/jpeg')
    expect(answered.headers.get('cache-control')).toBe('private, no-cache')
    expect(Buffer.from(await answered.arrayBuffer()).equals(bytes)).toBe(true)
    const again = await photo(token, own, { 'if-none-match': answered.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    for (const id of [unnamed, late, foreign, newId()]) expect((await photo(token, id)).status, id).toBe(404)
    expect((await photo(strangers, own)).status).toBe(404)
    expect((await photo(strangers, foreign)).status).toBe(200)
    expect((await photo(token, 'none')).status).toBe(404)
  })

  it('stay after the answer and after the deadline', async () => {
    const item = await declaredItem()
    const own = await addPhoto(item)
    const token = await proposedWith(item, [own])
    pass(31 * day)
    expect(await read(token)).toMatchObject({ body: { state: 'expired', photos: [{ id: own }] } })
    expect((await photo(token, own)).status).toBe(200)
    pass(-31 * day)
    await answer(token, 'declined')
    expect((await photo(token, own)).status).toBe(200)
  })

  it('are nobody’s by a link of nothing, and guesses are slowed down', async () => {
    const item = await declaredItem()
    const own = await addPhoto(item)
    await proposedWith(item, [own])
    const statuses: number[] = []
    for (let at = 0; at < 80; at++) statuses.push((await photo(`o_${'B'.repeat(43)}`, own)).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})
