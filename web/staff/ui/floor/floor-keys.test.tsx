import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useAnswerKeys } from './answer-keys.ts'
import { useFloorKeys } from './floor-keys.ts'

it('the keys of a screen do nothing behind a window, whose own keys work, and act again once it has gone', async () => {
  const done: string[] = []
  const Screen = () => {
    const [isOpen, setOpen] = useState(true)
    useFloorKeys({ onMain: () => void done.push('main'), onUndo: () => void done.push('undo') })
    useAnswerKeys({ onBack: () => void done.push('back') })
    return (
      <Drawer opened={isOpen} onClose={() => setOpen(false)} transitionProps={{ duration: 0 }}>
        <button data-autofocus onClick={() => void done.push('window')}>
          Window
        </button>
      </Drawer>
    )
  }
  await drawScreen(<Screen />)
  const button = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]'))
  await userEvent.keyboard('{F8}{Control>}z{/Control}{Backspace}')
  expect(done).toEqual([])
  button.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await userEvent.keyboard('{F8}{Control>}z{/Control}{Backspace}')
  expect(done).toEqual(['window', 'main', 'undo', 'back'])
})
