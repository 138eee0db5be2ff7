import { IconBuildingWarehouse, IconChevronDown } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'

/** Where one stands in the tree: the parent over the name. */
export function EntityButton({
  path,
  name,
  opens,
}: {
  path?: string | undefined
  name: string
  /** The popover from which another place is chosen; absent, there is no other. */
  opens?: string | undefined
}) {
  const t = useText()
  const text = (
    <span className="entity-text">
      {path && <span className="entity-path">{path}</span>}
      <span className="entity-name">{name}</span>
    </span>
  )
  if (!opens)
    return (
      <span className="entity">
        <IconBuildingWarehouse size={18} stroke={1.7} aria-hidden />
        {text}
      </span>
    )
  return (
    <button type="button" className="entity" popoverTarget={opens} title={t('shell.changeEntity')}>
      <IconBuildingWarehouse size={18} stroke={1.7} aria-hidden />
      {text}
      <IconChevronDown size={15} aria-hidden />
    </button>
  )
}
