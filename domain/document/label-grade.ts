import type { Grade } from '../catalog/grade.ts'
import type { SetAsideReason } from '../compliance/compliance.ts'
import type { ItemLabel } from './document-content.ts'

/** What a test says of a condition. */
interface ControlledGrade {
  readonly grade: Grade | null
  readonly setAside: SetAsideReason | null
}

/** The condition that an item's label bears: as its test has found it, else, and where that set it aside, as declared. */
export function labelGrade(
  control: ControlledGrade | null,
  declared: Grade | null,
): Pick<ItemLabel, 'grade' | 'gradeOf'> {
  if (control === null || control.setAside !== null) return { grade: declared, gradeOf: 'declaration' }
  return { grade: control.grade, gradeOf: 'control' }
}
