-- An interface stands for the entity that it is in, or for one above: what a move left elsewhere stands for nothing.
delete from default_interfaces chosen using entities home, interfaces, entities at
  where home.id = chosen.entity_id and interfaces.id = chosen.interface_id and at.id = interfaces.entity_id
    and not at.path <@ home.path;
