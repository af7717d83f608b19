import base64
import hashlib
import hmac
import math
import time

from django.conf import settings
from rest_framework import serializers

from .models import Segment, Video

LIFE_SECONDS = 6 * 60 * 60
STEP_SECONDS = 15 * 60
LANGUAGES = {"en": "English", "es": "Spanish"}


def signed(key):
    if key is None:
        return None
    expires = math.ceil((time.time() + LIFE_SECONDS) / STEP_SECONDS) * STEP_SECONDS
    digest = hmac.new(settings.MEDIA_KEY, f"{expires} {key}".encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return f"/media/{key}?expires={expires}&signature={signature}"


class Instant(serializers.DateTimeField):
    def to_representation(self, value):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Position(serializers.IntegerField):
    def to_representation(self, value):
        seconds, ms = divmod(value, 1000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours:02}:{minutes:02}:{seconds:02}.{ms:03}"


class SegmentSerializer(serializers.ModelSerializer):
    start_time = Position(source="start_ms")
    end_time = Position(source="end_ms")

    class Meta:
        model = Segment
        fields = [
            "id", "start_time", "end_time", "text_original", "text_target",
            "mismatch", "label", "confidence", "edited", "version",
        ]  # fmt: skip


class VideoSerializer(serializers.ModelSerializer):
    language_display_name = serializers.SerializerMethodField()
    media_url = serializers.SerializerMethodField()
    thumbnail_url = serializers.SerializerMethodField()
    created_at = Instant()

    class Meta:
        model = Video
        fields = [
            "id", "title", "description", "youtube_id", "original_language", "language_display_name", "country",
            "published", "latest_alignment_id", "media_url", "media_type", "thumbnail_url", "created_at",
        ]  # fmt: skip

    def get_language_display_name(self, video):
        return LANGUAGES[video.original_language]

    def get_media_url(self, video):
        return signed(video.media_key)

    def get_thumbnail_url(self, video):
        return signed(video.thumbnail_key)


class PracticeVideoSerializer(VideoSerializer):
    segment_count = serializers.IntegerField()
    last_segment = serializers.IntegerField()

    class Meta(VideoSerializer.Meta):
        fields = [*VideoSerializer.Meta.fields, "segment_count", "last_segment"]


class PlaceSerializer(serializers.Serializer):
    video_id = serializers.IntegerField(min_value=1)
    last_segment = serializers.IntegerField(min_value=0)
    alignment_id = serializers.IntegerField(min_value=1)
