import { afterEach, describe, expect, it } from 'vitest'
import { ada, code, leaveStands, stand } from '#tests/support/check-in-stand.ts'
import { warehouseId } from '#tests/support/rows.ts'

afterEach(leaveStands)

describe('the end of a round', () => {
  it('needs the count of distinct codes, or a comment', async () => {
    const at = await stand()
    at.scan(code(1))
    at.scan(code(2))
    const before = at.session.state().roundId
    const end = { typedCount: 3, distinctCount: 2, comment: '' }
    expect(await at.session.endRound(end)).toBe('ROUND_COUNT_DIFFERS')
    expect(await at.session.endRound({ ...end, comment: 'one box was empty' })).toBeNull()
    expect(at.session.state()).toMatchObject({ ended: 3 })
    expect(at.session.state().roundId).not.toBe(before)
  })

  it('that a user has discarded is told of its round once that takes scans again', async () => {
    const at = await stand()
    at.device.offline = true
    at.scan('99999999')
    const [line] = await at.lines()
    const before = at.session.state().roundId
    expect(await at.session.endRound({ typedCount: 1, distinctCount: 1, comment: '' })).toBeNull()
    at.device.offline = false
    await at.engine.sync()
    const end = (await at.engine.endsWaiting(ada.userId, warehouseId))[0]!
    await at.engine.discard([line!.opId!, end.opId], 'not ours')
    expect(at.session.state().isReopened).toBe(false)
    expect(await at.session.endRound({ typedCount: 0, distinctCount: 0, comment: '' })).toBeNull()
    expect(at.session.state()).toMatchObject({ roundId: before, isReopened: true })
  })
})
