import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { focusAdded } from '../../ui/form/edit/focus.ts'

/** Takes a step of a list within a line away. */
export function RemoveStep({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon className="step-x" variant="subtle" size={36} aria-label={label} onClick={onClick}>
      <IconTrash size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

/** Adds one, below the list; what is wrong with the whole list stands beside it. */
export function AddStep({
  word,
  label,
  error,
  onClick,
}: {
  word: string
  label: string
  error: string | undefined
  onClick: () => void
}) {
  return (
    <div className="lines-add">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-invalid={error ? true : undefined}
        aria-label={label}
        onClick={({ currentTarget }) => {
          onClick()
          focusAdded(currentTarget, '.line', '.steps > li')
        }}
      >
        {word}
      </Button>
      {error && <p className="span-wrong">{error}</p>}
    </div>
  )
}
