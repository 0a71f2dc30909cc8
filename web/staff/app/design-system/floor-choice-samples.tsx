import { IconArrowBackUp, IconFlagCheck, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceList, ChoiceRow, SmallKey } from '../../ui/form/choice-list.tsx'
import { FloorChoice } from '../../ui/floor/floor-choice.tsx'
import { CodeForm } from '../../ui/floor/code-form.tsx'
import { FloorInput, FloorSelect, FloorTextArea } from '../../ui/floor/floor-field.tsx'
import { FloorAction } from '../../ui/floor/floor-parts.tsx'
import { ShowMoreButton } from '../../ui/list/show-more-button.tsx'
import { ActionRow, IconAction } from '../../ui/floor/icon-action.tsx'
import { NumberPad } from '../../ui/floor/number-pad.tsx'
import { StepProgress } from '../../ui/floor/step-progress.tsx'
import { PlaceChoices } from '../../ui/floor/place-choices.tsx'
import { StoreChoices } from '../../ui/floor/store-choices.tsx'
import classes from './design-system.module.css'

/** Everything that a gloved thumb chooses with. */
export function FloorChoiceSamples() {
  const { t } = useTranslation('design')
  const [chosen, setChosen] = useState('A')
  return (
    <div className={classes.floor}>
      <StepProgress at={2} of={5}>
        {t(($) => $.floor.progress, { at: 2, of: 5 })}
      </StepProgress>
      <ChoiceList label={t(($) => $.field.radio)}>
        <ChoiceRow keyName="A" pressed={chosen === 'A'} tone="accepted" onClick={() => setChosen('A')}>
          {t(($) => $.field.radioA)}
        </ChoiceRow>
        <ChoiceRow keyName="B" pressed={chosen === 'B'} tone="warning" onClick={() => setChosen('B')}>
          {t(($) => $.field.radioB)}
        </ChoiceRow>
        <ChoiceRow end={<SmallKey name="C" />} onClick={() => setChosen('C')}>
          {t(($) => $.status.neutral)}
        </ChoiceRow>
      </ChoiceList>
      <div className={classes.floorActions}>
        {(['active', 'success', 'waiting'] as const).map((status) => (
          <FloorChoice key={status} pressed={chosen === status} onClick={() => setChosen(status)}>
            {t(($) => $.status[status])}
          </FloorChoice>
        ))}
      </div>
      <PlaceChoices places={warehouses} onPick={setChosen} />
      <StoreChoices onPick={setChosen} />
      <ActionRow>
        <IconAction label={t(($) => $.field.switch)} icon={IconSettings} pressed onClick={() => undefined} />
        <IconAction label={t(($) => $.floor.quiet)} icon={IconArrowBackUp} disabled onClick={() => undefined} />
        <FloorAction icon={IconFlagCheck}>{t(($) => $.floor.primary)}</FloorAction>
      </ActionRow>
      <ShowMoreButton floor others={7} onShow={() => undefined} />
    </div>
  )
}

const warehouses = [
  { id: 'lyon', name: 'Reprise Lyon', city: 'Vénissieux' },
  { id: 'lille', name: 'Reprise Lille', city: null },
]

/** Fields of the floor in every size, and the digits beside the soft keyboard. */
export function FloorFieldSamples() {
  const { t } = useTranslation('design')
  const [grade, setGrade] = useState('B')
  const [digits, setDigits] = useState('12')
  return (
    <div className={classes.floor}>
      <FloorInput label={t(($) => $.field.text)} hint={t(($) => $.field.help)} />
      <FloorInput label={t(($) => $.list.code)} size="code" defaultValue="3600001234567" />
      <CodeForm
        id="design-code"
        label={t(($) => $.list.code)}
        size="code"
        problem={t(($) => $.field.error)}
        onCode={() => undefined}
      />
      <FloorInput label={t(($) => $.field.number)} size="count" value={digits} readOnly />
      <NumberPad value={digits} onChange={setDigits} limit={4} eraseLabel={t(($) => $.floor.erase)} />
      <FloorTextArea label={t(($) => $.field.area)} />
      <FloorSelect
        label={t(($) => $.field.select)}
        value={grade}
        options={['A', 'B', 'C'].map((value) => ({ value, label: value }))}
        onChange={setGrade}
      />
    </div>
  )
}
