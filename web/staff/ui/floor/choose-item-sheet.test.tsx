import { expect, it, vi } from 'vitest'
import { row } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { ChooseItemSheet } from './choose-item-sheet.tsx'

const [one, other] = [row(1, { code: '20000004', buybackCode: '20000004' }), row(2, { code: '20000011' })]

async function ask() {
  const said = { onPick: vi.fn(), onLater: vi.fn(), behind: vi.fn() }
  const { hub, scan } = scannedInto()
  const Screen = () => {
    useScanner({ purpose: 'item', onScan: ({ resolution }) => said.behind(resolution.code) })
    return null
  }
  await drawScreen(
    <ScannerContext value={hub}>
      <Screen />
      <ChooseItemSheet
        answers={ChoiceCommands}
        code="356938035643809"
        items={[one, other]}
        onPick={said.onPick}
        onLater={said.onLater}
      />
    </ScannerContext>,
    { texts: ['warehouse'] },
  )
  await vi.waitFor(() => expect(document.querySelectorAll('dialog[open] li')).toHaveLength(2))
  return { ...said, scan }
}

it('takes the product whose letter is scanned or pressed', async () => {
  const { scan, onPick, behind } = await ask()
  scan('RPR:B')
  expect(onPick.mock.calls).toEqual([[other]])
  expect(document.querySelector('dialog li kbd')?.textContent).toBe('A')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await vi.waitFor(() => expect(onPick.mock.calls).toEqual([[other], [one]]))
  expect(behind).not.toHaveBeenCalled()
})

it('leaves the question by its barcodes and keeps every other one from the screen behind', async () => {
  const { scan, onPick, onLater, behind } = await ask()
  for (const command of ['CONFIRM', 'NEXT', 'END', 'D']) scan(`RPR:${command}`)
  expect([onPick, onLater, behind].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  scan('RPR:CANCEL')
  scan('RPR:UNDO')
  expect(onLater).toHaveBeenCalledTimes(2)
  expect(behind).not.toHaveBeenCalled()
})

it('leaves another code of the product to the screen behind', async () => {
  const { scan, behind } = await ask()
  scan('20000011')
  expect(behind.mock.calls).toEqual([['20000011']])
})

it('names each code of a product once', async () => {
  await ask()
  const codes = [...document.querySelectorAll('dialog li')].map((choice) => choice.textContent?.match(/2000 ?00\d\d/g))
  expect(codes[0]).toHaveLength(1)
})
