import { ActionIcon, Button } from '@mantine/core'
import type { RuleGroup } from '@steading/contract/entities/groups'
import { IconListCheck, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { RenameGroup } from './RenameGroup.tsx'
import { calls, groupsChanged } from './groups.queries.ts'

/** What can be done with all rules of a group at once, and with the group itself. */
export function GroupActions({
  group,
  empty,
  busy,
  order,
  choose,
  leave,
}: {
  /** Absent: the rules are of none. */
  group?: RuleGroup
  /** There is nothing to order. */
  empty: boolean
  busy: boolean
  order: (desired: boolean) => void
  choose?: () => void
  /** The page once the group is gone. */
  leave?: string
}) {
  const sendRemove = useWrite(['groups', 'remove'], calls.groups.remove)
  const t = useText()
  const may = useMay()
  const [renaming, rename] = useState(false)
  if (!may('rules.update')) return null
  return (
    <div className="group-actions">
      {!empty && (
        <>
          <Button size="xs" data-busy={busy || undefined} onClick={() => order(true)}>
            {t('ruleGroup.deployAll')}
          </Button>
          <Button size="xs" variant="default" data-busy={busy || undefined} onClick={() => order(false)}>
            {t('ruleGroup.undeployAll')}
          </Button>
        </>
      )}
      {group && choose && leave && (
        <span className="group-own">
          <Button size="xs" variant="default" leftSection={<IconListCheck size={15} aria-hidden />} onClick={choose}>
            {t('ruleGroup.choose')}
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('ruleGroup.rename')}
            title={t('ruleGroup.rename')}
            onClick={() => rename(true)}
          >
            <IconPencil size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <DeleteAction
            name={group.displayName}
            hint={t('ruleGroup.deleteHint')}
            failed={t('ruleGroup.deleteFailed')}
            done={t('ruleGroup.deleted')}
            remove={() => data(sendRemove({ params: { id: group.id } }))}
            leave={leave}
            onDeleted={groupsChanged}
          />
        </span>
      )}
      {renaming && group && <RenameGroup of={group} onClose={() => rename(false)} />}
    </div>
  )
}
