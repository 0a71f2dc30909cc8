import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/form/choice-list.tsx'
import { FloorSelect, FloorTextArea } from './floor-field.tsx'

const language = 'en-GB'

it('a choice of more than thirty says how many others there are, and brings them (SHELL-12)', async () => {
  const options = Array.from({ length: 42 }, (_, at) => ({ value: `s${at}`, label: `Stock ${at}` }))
  const onChange = vi.fn()
  const { place } = await drawScreen(<FloorSelect label="Stock" value="s40" options={options} onChange={onChange} />, {
    language,
  })
  const select = await vi.waitUntil(() => place.querySelector('select'))
  const labels = () => [...select.options].map(({ text }) => text)
  // Thirty, the chosen one, and the way to the others.
  expect(labels()).toHaveLength(32)
  expect(labels().slice(-2)).toEqual(['Stock 40', 'and 11 others'])
  expect(select.value).toBe('s40')
  select.value = 'others'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(labels()).toEqual(options.map(({ label }) => label)))
  expect(onChange).not.toHaveBeenCalled()
  expect(select.value).toBe('s40')
  select.value = 's41'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('s41')
})

it('a list of more than thirty rows does so too (SHELL-12)', async () => {
  const rows = Array.from({ length: 42 }, (_, at) => `Stock ${at}`)
  const { place } = await drawScreen(
    <ChoiceList>
      {rows.map((name) => (
        <ChoiceRow key={name} onClick={() => undefined}>
          {name}
        </ChoiceRow>
      ))}
    </ChoiceList>,
    { language },
  )
  const names = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(names()).toEqual(rows.slice(0, 30)))
  const more = place.querySelector<HTMLElement>(':scope > button')
  expect(more?.textContent).toBe('and 12 others')
  more?.click()
  await vi.waitFor(() => expect(names()).toEqual(rows))
  expect(place.querySelector(':scope > button')).toBeNull()
})

it('a remark that is pasted over its limit says that its end is missing, until there is room again', async () => {
  const Remark = () => {
    const [value, setValue] = useState('')
    return (
      <FloorTextArea
        label="Remark"
        maxLength={255}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    )
  }
  const { place } = await drawScreen(<Remark />, { language })
  const area = await vi.waitUntil(() => place.querySelector('textarea'))
  const paste = (text: string): void => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    area.select()
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    document.execCommand('insertText', false, text)
  }
  const alert = () => place.querySelector('[role="alert"]')?.textContent ?? null
  paste('x'.repeat(256))
  await vi.waitFor(() => expect(alert()).toBe('The pasted text was longer than 255 characters: its end was left out.'))
  expect(area.value).toHaveLength(255)
  paste('y'.repeat(255))
  await vi.waitFor(() => expect(alert()).toBeNull())
  expect(area.value).toBe('y'.repeat(255))
})
