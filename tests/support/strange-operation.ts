/**
 * An operation of a version that the server does not know: the server keeps it as it is, regardless of its author's
 * permissions.
 */
export function strangeOperation(of: { readonly deviceId: string; readonly userId: string; readonly opId: string }) {
  return {
    opId: of.opId,
    deviceId: of.deviceId,
    seq: 1,
    lanes: ['code:20000001'],
    type: 'ofAnotherVersion',
    v: 1,
    args: {},
    actor: of.userId,
    basedOn: 0,
    dependsOn: [],
    capturedAt: '2026-11-20T08:00:00.000Z',
  }
}
