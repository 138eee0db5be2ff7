import { useMemo } from 'react'
import { GroupCounts, totalOf } from '../../groups/index.ts'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { ContentLink } from '../ContentLink.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './ruleGroups.css'

/** RULE_GROUPS: groups of rules, each with how its rules stand; leads to the group and back to this dashboard. */
export default function RuleGroupsView({ widget, configs: { title, groupIds } }: WidgetProps<'RULE_GROUPS'>) {
  const t = useText()
  const source = useSource()
  const query = useMemo(() => source.ruleGroups(groupIds, widget), [source, groupIds, widget])
  return (
    <Widget name={title ?? t('nav.ruleGroups')} flush>
      <div className="w-scroll">
        <FetchedBody query={query} permission="rules.rule_groups" waiting={<Skeletons rows={3} />}>
          {groups =>
            groups.length === 0 ? (
              <WidgetNote>{t('widget.missing')}</WidgetNote>
            ) : (
              <ul className="w-groups">
                {groups.map(({ id, displayName, entity, counts }) => (
                  <li key={id}>
                    <span className="w-group-name">
                      <ContentLink href={to('/rules/groups') + writeSearch({ group: id, dashboard: widget.dashboardId })}>
                        {displayName}
                      </ContentLink>
                      <span className="dim">
                        {entity.displayName} · {t('ruleGroup.rules', { count: totalOf(counts) })}
                      </span>
                    </span>
                    <GroupCounts of={counts} />
                  </li>
                ))}
              </ul>
            )
          }
        </FetchedBody>
      </div>
    </Widget>
  )
}
