import type { InputType } from '@steading/contract/rules/templateInputs'
import type { ReactNode } from 'react'
import { CycleInput } from '../../cycle/CycleInput.tsx'
import { ScheduleInput } from '../../schedule/ScheduleInput.tsx'
import { BooleanInput } from '../../inputs/BooleanInput.tsx'
import {
  DateInput,
  DateIntervalInput,
  DateTimeInput,
  DateTimeIntervalInput,
  TimeInput,
  TimeIntervalInput,
} from '../../inputs/DateInputs.tsx'
import { InterfacesInput } from '../../inputs/interface/InterfacesInput.tsx'
import { LinesInput } from '../../lines/LinesInput.tsx'
import { EntityInput } from '../../inputs/EntityInput.tsx'
import { EnumInput } from '../../inputs/EnumInput.tsx'
import { NumberInput } from '../../inputs/NumberInput.tsx'
import type { InputProps } from '../../inputs/inputProps.ts'
import { TextInput } from '../../inputs/TextInput.tsx'
import { WeekdaysInput } from '../../inputs/WeekdaysInput.tsx'
import { ZoneInput } from '../../inputs/ZoneInput.tsx'

/** Sensors or devices; conditions if each of them has inputs of its own. */
const DropGroupInput = (props: InputProps) => (props.input.inputs ? <LinesInput {...props} /> : <InterfacesInput {...props} />)

/** How each type of input is shown and filled in; those of older platforms show nothing. */
export const inputViews: Readonly<Record<InputType, ((props: InputProps) => ReactNode) | null>> = {
  DECIMAL: NumberInput,
  INTEGER: NumberInput,
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
