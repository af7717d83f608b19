from django.db import models


class User(models.Model):
    username = models.TextField()
    is_admin = models.BooleanField()
    disabled_at = models.DateTimeField(null=True)
    is_authenticated = True

    class Meta:
        managed = False
        db_table = "users"


class Session(models.Model):
    user = models.ForeignKey(User, models.CASCADE)
    expires_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "sessions"


class PracticeLanguage(models.Model):
    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    language = models.TextField()

    class Meta:
        managed = False
        db_table = "practice_languages"


class Video(models.Model):
    title = models.TextField()
    description = models.TextField()
    youtube_id = models.TextField(null=True)
    original_language = models.TextField()
    country = models.TextField(null=True)
    published = models.BooleanField()
    latest_alignment_id = models.BigIntegerField(null=True)
    media_key = models.TextField(null=True)
    media_type = models.TextField(null=True)
    thumbnail_key = models.TextField(null=True)
    trashed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "videos"


class Subtitle(models.Model):
    video = models.ForeignKey(Video, models.CASCADE)
    language = models.TextField()

    class Meta:
        managed = False
        db_table = "subtitles"


class Alignment(models.Model):
    subtitle = models.OneToOneField(Subtitle, models.CASCADE)
    segment_count = models.IntegerField()

    class Meta:
        managed = False
        db_table = "alignments"


class Segment(models.Model):
    alignment = models.ForeignKey(Alignment, models.CASCADE)
    position = models.TextField()
    start_ms = models.BigIntegerField()
    end_ms = models.BigIntegerField()
    text_original = models.TextField()
    text_target = models.TextField()
    mismatch = models.BooleanField()
    label = models.TextField()
    confidence = models.FloatField()
    edited = models.BooleanField()
    version = models.IntegerField()

    class Meta:
        managed = False
        db_table = "segments"


class Progress(models.Model):
    # The table's key is the pair; rows are written by queries alone, which name both.
    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    video = models.ForeignKey(Video, models.CASCADE)
    alignment = models.ForeignKey(Alignment, models.SET_NULL, null=True)
    start_ms = models.BigIntegerField(null=True)
    last_segment = models.IntegerField()
    updated_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "progress"
