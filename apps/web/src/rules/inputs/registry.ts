import type { InputType } from '@steading/contract/template-inputs'
import type { ReactNode } from 'react'
import { CycleInput } from '../ages/CycleInput.tsx'
import { ScheduleInput } from '../week/ScheduleInput.tsx'
import { BooleanInput } from './BooleanInput.tsx'
import {
  DateInput,
  DateIntervalInput,
  DateTimeInput,
  DateTimeIntervalInput,
  TimeInput,
  TimeIntervalInput,
} from './DateInputs.tsx'
import { DropGroupInput } from './DropGroupInput.tsx'
import { EntityInput } from './EntityInput.tsx'
import { EnumInput } from './EnumInput.tsx'
import { FigureInput } from './FigureInput.tsx'
import type { InputProps } from './props.ts'
import { TextInput } from './TextInput.tsx'
import { WeekdaysInput } from './WeekdaysInput.tsx'
import { ZoneInput } from './ZoneInput.tsx'

/** How each type of input is shown and filled in; those of older platforms show nothing. */
export const inputViews: Readonly<Record<InputType, ((props: InputProps) => ReactNode) | null>> = {
  DECIMAL: FigureInput,
  INTEGER: FigureInput,
  TEXT: TextInput,
  BOOLEAN: BooleanInput,
  DATE: DateInput,
  TIME: TimeInput,
  DATETIME: DateTimeInput,
  DATEINTERVAL: DateIntervalInput,
  TIMEINTERVAL: TimeIntervalInput,
  DATETIMEINTERVAL: DateTimeIntervalInput,
  WEEKDAYS: WeekdaysInput,
  ENUM: EnumInput,
  ENTITY: EntityInput,
  DROPGROUP: DropGroupInput,
  CYCLEGROUP: CycleInput,
  SCHEDULER: ScheduleInput,
  TIMEZONE: ZoneInput,
  RANGE: null,
  ARRAY: null,
}

/** Those that take the whole width of a tab. */
export const isWide = (type: InputType): boolean => type === 'DROPGROUP' || type === 'CYCLEGROUP' || type === 'SCHEDULER'
