import { batchesAt } from '../../batches/index.ts'
import { AsyncField } from './AsyncField.tsx'

const batches = batchesAt()

/** The batch of a record, found by its code. */
export const BatchField = (props: {
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly error: string | undefined
  readonly required?: boolean
}) => <AsyncField {...props} source={batches} />
