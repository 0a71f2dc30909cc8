import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { checkTestable } from '#domain/compliance/compliance.ts'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { controlPlace } from './evaluate-draft.ts'
import { searchFormId } from './search-step.tsx'
import { stepOf, type ComplianceState } from './use-compliance.ts'

/** The buttons at the bottom: one primary a step, and the way back; those of each step are its own. */
export function ComplianceActions(props: ActionsProps) {
  return (
    <Fragment key={stepOf(props.state)}>
      <StepActions {...props} />
    </Fragment>
  )
}

interface ActionsProps {
  readonly state: ComplianceState
  readonly isLastQuestion: boolean
  readonly isAnswered: boolean
  readonly hasQuestions: boolean
  /** Nothing can be tested of this product on this device; it can only be set aside. */
  readonly isBlocked: boolean
  /** A confirmation is under way; until its end nothing else happens to the test. */
  readonly isConfirming: boolean
  readonly place: WorkPlace
  readonly onBack: () => void
  readonly onForward: () => void
  readonly onConfirm: () => void
  readonly onNext: () => void
  /** Null where check-in is not for this user. */
  readonly onCheckIn: ((itemId: string) => void) | null
}

function StepActions(props: ActionsProps) {
  const { t } = useTranslation('compliance')
  const { state, place, onCheckIn } = props
  const checkIn = checkInOf(state, place)
  if (state.step === 'search')
    return (
      <FloorAction type="submit" form={searchFormId} icon={IconSearch}>
        {t(($) => $.search.submit)}
      </FloorAction>
    )
  if (state.step === 'done') return <FloorAction onClick={props.onNext}>{t(($) => $.done.next)}</FloorAction>
  if (state.step === 'found') {
    return (
      <>
        <FloorAction tone={checkIn === null || onCheckIn === null ? 'primary' : 'quiet'} onClick={props.onNext}>
          {t(($) => $.done.next)}
        </FloorAction>
        {checkIn !== null && onCheckIn !== null && (
          <FloorAction onClick={() => onCheckIn(checkIn.itemId)}>{t(($) => $.lookup[checkIn.face].action)}</FloorAction>
        )}
      </>
    )
  }
  const { step, setAside } = state.draft
  const back = (
    <FloorAction tone="quiet" icon={IconArrowLeft} onClick={props.onBack}>
      {t(($) => $.question.back)}
    </FloorAction>
  )
  if (step === 'summary')
    return (
      <>
        {back}
        {checkIn !== null && onCheckIn !== null ? (
          <FloorAction onClick={() => onCheckIn(checkIn.itemId)}>{t(($) => $.lookup[checkIn.face].action)}</FloorAction>
        ) : (
          <FloorAction busy={props.isConfirming} onClick={props.onConfirm}>
            {t(($) => $.summary.confirm)}
          </FloorAction>
        )}
      </>
    )
  if (step === 'questions')
    return (
      <>
        {back}
        <FloorAction disabled={!props.isAnswered} onClick={props.onForward}>
          {props.isLastQuestion ? t(($) => $.question.last) : t(($) => $.question.next)}
        </FloorAction>
      </>
    )
  return (
    <>
      {back}
      <FloorAction disabled={props.isBlocked} onClick={props.onForward}>
        {props.hasQuestions && setAside === null
          ? t(($) => $.characteristics.next)
          : t(($) => $.characteristics.toSummary)}
      </FloorAction>
    </>
  )
}

/** The product that check-in takes first, and why it has to; also where that has come to be so amid its test. */
export function checkInOf(
  state: ComplianceState,
  { config, warehouseId }: Pick<WorkPlace, 'config' | 'warehouseId'>,
): { readonly face: 'not_assigned' | 'not_registered'; readonly itemId: string } | null {
  if (state.step === 'test' && state.draft.step === 'summary') {
    const testable = checkTestable(state.item, controlPlace(config, warehouseId, null))
    const mustBeFirst = !testable.ok && testable.error === 'ITEM_NOT_REGISTERED'
    return mustBeFirst ? { face: 'not_registered', itemId: state.item.id } : null
  }
  if (state.step !== 'found') return null
  const { lookup } = state
  if (lookup.face !== 'not_registered' && lookup.face !== 'not_assigned') return null
  return { face: lookup.face, itemId: lookup.item.id }
}
