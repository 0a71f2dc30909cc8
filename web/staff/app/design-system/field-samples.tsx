import { Checkbox, Group, Radio, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relayWorkbookTemplateCall } from '#sync/calls/list-workbook.ts'
import { csvAddress } from '#web/lib/rows-csv.ts'
import { AmountField } from '../../ui/form/amount-field.tsx'
import { CountryField } from '../../ui/form/country-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { HoursLines } from '../../ui/form/hours-lines.tsx'
import { LanguageTabs } from '../../ui/form/language-tabs.tsx'
import { NoteField } from '../../ui/form/note-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { InsertPicture } from '../../ui/form/insert-picture.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import type { PictureValue } from '../../ui/form/picture-file.ts'
import { TemplateLinks } from '../../ui/form/template-links.tsx'
import { TruncatedMultiSelect, TruncatedSelect, TruncatedTagsInput } from '../../ui/form/truncated-select.tsx'
import { TreeMultiSelect } from '../../ui/form/tree-select.tsx'
import { RowCheckbox } from '../../ui/list/row-checkbox.tsx'
import { textField, useTextLanguages } from '../../ui/form/use-text-languages.ts'
import { NumberField } from '../../ui/form/number-field.tsx'
import classes from './design-system.module.css'

const grades = ['A', 'B', 'C', 'D', 'E']
const many = Array.from({ length: 34 }, (_, at) => `${at + 1}`)

/** Every third number below the one before it, one of them with a name that is too long. */
const tree = many.map((value, at) => ({
  value,
  label: at === 1 ? value.repeat(60) : value,
  depth: at % 3 === 0 ? 0 : 1,
}))

const noFaults: ReadonlyMap<string, unknown> = new Map()

/** A text in each language, which is missing in all but one. */
function TranslatedSample() {
  const { t } = useTranslation('design')
  const languages = useTextLanguages(noFaults)
  const [draft, setDraft] = useState({ text: 'A', translations: {} })
  const field = textField(languages, draft, 'text', {
    fault: () => null,
    onChange: (part) => setDraft((known) => ({ ...known, ...part })),
  })
  return (
    <LanguageTabs languages={languages} missing={() => 1}>
      <TextInput label={t(($) => $.field.text)} {...field} />
    </LanguageTabs>
  )
}

/** Fields in every state. */
export function FieldSamples() {
  const { t } = useTranslation('design')
  const [note, setNote] = useState('')
  const [day, setDay] = useState('2026-01-16')
  const [branches, setBranches] = useState(['2'])
  const [country, setCountry] = useState('FR')
  const [hours, setHours] = useState('9:00-12:30, 14:00-18:30\n25')
  const [isTicked, setTicked] = useState(true)
  const [picture, setPicture] = useState<PictureValue>(undefined)
  const pictureWords = {
    label: t(($) => $.field.picture),
    hint: t(($) => $.field.help),
    absent: t(($) => $.field.noPicture),
  }
  return (
    <div className={classes.columns}>
      <TextInput label={t(($) => $.field.text)} description={t(($) => $.field.help)} withAsterisk />
      <DayField label={t(($) => $.field.day)} value={day} onChange={setDay} />
      <TextInput label={t(($) => $.field.text)} error={t(($) => $.field.error)} />
      <TextInput label={t(($) => $.field.text)} defaultValue={t(($) => $.field.text)} disabled />
      <PasswordField label={t(($) => $.field.password)} autoComplete="off" />
      <Select label={t(($) => $.field.select)} data={grades} defaultValue="A" />
      <TruncatedSelect label={t(($) => $.list.long)} data={many} />
      <CountryField label={t(($) => $.field.country)} value={country} onChange={(value) => setCountry(value ?? '')} />
      <TruncatedMultiSelect label={t(($) => $.list.long)} data={many} defaultValue={['2']} />
      <TruncatedTagsInput label={t(($) => $.list.long)} data={many} defaultValue={['2']} />
      <NumberField label={t(($) => $.field.number)} defaultValue={3} min={1} />
      <AmountField label={t(($) => $.field.amount)} defaultValue={12.5} />
      <TreeMultiSelect label={t(($) => $.field.tree)} options={tree} value={branches} onChange={setBranches} />
      <TranslatedSample />
      <Textarea label={t(($) => $.field.area)} rows={3} />
      <NoteField label={t(($) => $.field.area)} value={note} onChange={setNote} />
      <InsertPicture owner={{}} what={t(($) => $.field.area)} onInsert={(html) => setNote(`${note}${html}`)} />
      <PictureField
        {...pictureWords}
        use="logo"
        stored="/icons/icon-192.png"
        value={picture}
        problem={null}
        disabled={false}
        onChange={setPicture}
      />
      <PictureField
        {...pictureWords}
        use="favicon"
        stored={null}
        value={undefined}
        problem={t(($) => $.field.error)}
        disabled={false}
        onChange={() => undefined}
      />
      <HoursLines
        value={hours}
        fault={t(($) => $.field.error)}
        hint={t(($) => $.field.help)}
        closedLabel={t(($) => $.field.text)}
        onChange={setHours}
      />
      <Group>
        <Checkbox label={t(($) => $.field.checkbox)} defaultChecked size="md" />
        <Switch label={t(($) => $.field.switch)} defaultChecked size="md" />
        <Checkbox label={t(($) => $.button.disabled)} disabled size="md" />
        <RowCheckbox label={t(($) => $.field.checkbox)} checked={isTicked} onChange={() => setTicked(!isTicked)} />
        <RowCheckbox label={t(($) => $.field.checkbox)} checked={false} indeterminate onChange={() => undefined} />
      </Group>
      <TemplateLinks csv={csvAddress(grades)} book={relayWorkbookTemplateCall} name="sample" />
      <Radio.Group label={t(($) => $.field.radio)} defaultValue="a">
        <Group mt="xs">
          <Radio value="a" label={t(($) => $.field.radioA)} size="md" />
          <Radio value="b" label={t(($) => $.field.radioB)} size="md" />
        </Group>
      </Radio.Group>
    </div>
  )
}
