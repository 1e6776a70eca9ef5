//! A small validator for the JSON schemas of the description.

use serde_json::Value;

/// The first difference between a value and a schema; `None` if the value is valid.
pub fn difference(document: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let check = Check { document };
    check.value(schema, value, place)
}

struct Check<'a> {
    document: &'a Value,
}

impl Check<'_> {
    fn value(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        if let Some(reference) = schema["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            let Some(target) = self.document.pointer(pointer) else {
                return Some(format!("{place}: {reference} does not exist"));
            };
            return self.value(target, value, place);
        }
        self.kind(schema, value, place)
            .or_else(|| self.choice(schema, value, place))
            .or_else(|| self.object(schema, value, place))
            .or_else(|| self.items(schema, value, place))
    }

    fn kind(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let is = |kind: &&str| match *kind {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("{place}: the type {other} is unknown"),
        };
        if !kinds.is_empty() && !kinds.iter().any(is) {
            return Some(format!("{place}: {value} is no {kinds:?}"));
        }
        let least = schema["minimum"].as_f64();
        if let (Some(least), Some(number)) = (least, value.as_f64())
            && number < least
        {
            return Some(format!("{place}: {number} is below {least}"));
        }
        None
    }

    fn choice(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return Some(format!("{place}: {value} is none of {allowed:?}"));
        }
        let all = schema["allOf"].as_array().into_iter().flatten();
        if let Some(found) = all.filter_map(|part| self.value(part, value, place)).next() {
            return Some(found);
        }
        for (key, most) in [("oneOf", 1), ("anyOf", usize::MAX)] {
            let Some(parts) = schema[key].as_array() else {
                continue;
            };
            let found: Vec<Option<String>> = parts
                .iter()
                .map(|part| self.value(part, value, place))
                .collect();
            let fitting = found.iter().filter(|found| found.is_none()).count();
            if fitting == 0 || fitting > most {
                return Some(format!("{place}: {fitting} of {key} fit: {found:?}"));
            }
        }
        None
    }

    fn object(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let object = value.as_object()?;
        let required = schema["required"].as_array().into_iter().flatten();
        let mut required = required.filter_map(Value::as_str);
        if let Some(missing) = required.find(|key| !object.contains_key(*key)) {
            return Some(format!("{place}: {missing} is missing"));
        }
        object.iter().find_map(|(key, value)| {
            let place = format!("{place}.{key}");
            match (&schema["properties"][key], &schema["additionalProperties"]) {
                (Value::Null, Value::Bool(false)) => Some(format!("{place} is not described")),
                (Value::Null, more @ Value::Object(_)) => self.value(more, value, &place),
                (Value::Null, _) => None,
                (property, _) => self.value(property, value, &place),
            }
        })
    }

    fn items(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let items = schema.get("items")?;
        let list = value.as_array()?.iter().enumerate();
        list.map(|(at, item)| self.value(items, item, &format!("{place}[{at}]")))
            .find_map(|found| found)
    }
}

#[test]
fn finds_wrong_types_and_missing_keys() {
    use serde_json::json;
    let document = json!({"components": {"schemas": {"A": {"type": "object", "required": ["n"],
        "properties": {"n": {"type": "integer", "minimum": 0}, "s": {"type": ["string", "null"]}}}}}});
    let schema = json!({"type": "array", "items": {"$ref": "#/components/schemas/A"}});
    let check = |value: Value| difference(&document, &schema, &value, "x").unwrap_or_default();
    assert_eq!(check(json!([{"n": 1, "s": null}, {"n": 2, "more": 1}])), "");
    assert_eq!(check(json!([{"s": "a"}])), "x[0]: n is missing");
    assert_eq!(check(json!([{"n": -1}])), "x[0].n: -1 is below 0");
    assert!(check(json!([{"n": 1, "s": 2}])).starts_with("x[0].s: 2 is no"));
    assert!(check(json!({})).starts_with("x: {} is no"));
}
